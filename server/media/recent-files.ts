/** The files asked for last, in memory up to `budget` bytes: what every page shows need not come from the disk each time. */
export function createRecentFiles(budget: number) {
  const files = new Map<string, Buffer>();
  let size = 0;
  const forget = (name: string) => {
    size -= files.get(name)?.length ?? 0;
    files.delete(name);
  };
  return {
    find(name: string): Buffer | null {
      const file = files.get(name);
      if (!file) return null;
      // A Map keeps the order of setting: the one asked for last goes to the end.
      files.delete(name);
      files.set(name, file);
      return file;
    },
    keep(name: string, file: Buffer): void {
      if (file.length > budget / 16) return;
      forget(name);
      files.set(name, file);
      size += file.length;
      for (const oldest of files.keys()) {
        if (size <= budget) return;
        forget(oldest);
      }
    },
  };
}
