/** The name under which the file storage has a file, e.g. `<hash>/640.avif`, for its path `/media/<hash>/640.avif`. */
export const storedNameOf = (path: string): string => path.slice('/media/'.length);
