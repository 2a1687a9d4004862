export function isGenuine(file: Buffer, keys: { keys: readonly { kid: string; x: string }[] }): boolean;
