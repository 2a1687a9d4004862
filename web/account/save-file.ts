/** Milliseconds after which every browser has started to write the file. */
const readWithin = 60_000;

/** Downloads a file under this name. */
export function saveFile(file: Blob, filename: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = filename;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), readWithin);
}
