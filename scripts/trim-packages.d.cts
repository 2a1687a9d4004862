/** Whether a file or folder of node_modules can be deleted. `path` is below node_modules and has slashes. */
export function isUnneeded(path: string, system?: { platform: string; arch: string }): boolean;
