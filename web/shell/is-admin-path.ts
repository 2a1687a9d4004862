/** Whether a path, without the prefix of the language, belongs to the admin panel. */
export const isAdminPath = (pathname: string): boolean => /^\/admin(\/|$)/.test(pathname);
