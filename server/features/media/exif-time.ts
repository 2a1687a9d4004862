/** Tags of EXIF, which is a TIFF header followed by directories, whose entries have twelve bytes each. */
const tags = { exifDirectory: 0x8769, original: 0x9003, digitised: 0x9004, changed: 0x0132 } as const;

/**
 * When a photograph was taken, by its EXIF: epoch milliseconds of the camera's clock, whose time zone is not known and counts as UTC. Null
 * without EXIF, and where it is damaged. `exif` is the block as sharp returns it.
 */
export function exifTime(exif: Buffer | undefined): number | null {
  if (!exif) return null;
  try {
    const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif;
    const reader = readerOf(tiff);
    const first = reader.directory(reader.long(4));
    const pointer = first.get(tags.exifDirectory);
    const inner = pointer === undefined ? new Map<number, number>() : reader.directory(reader.long(pointer + 8));
    const entry = inner.get(tags.original) ?? inner.get(tags.digitised) ?? first.get(tags.changed);
    return entry === undefined ? null : timeOf(reader.text(entry));
  } catch {
    // An offset points outside of the block.
    return null;
  }
}

function readerOf(tiff: Buffer) {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II';
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  return {
    long,
    /** The offset of each entry of the directory at `at`, by its tag. */
    directory(at: number): Map<number, number> {
      const entries = new Map<number, number>();
      const count = Math.min(short(at), 500);
      for (let index = 0; index < count; index++) {
        const entry = at + 2 + index * 12;
        entries.set(short(entry), entry);
      }
      return entries;
    },
    /** The text of an entry; texts of up to four bytes are in the entry itself, and no time is that short. */
    text(entry: number): string {
      const [length, start] = [Math.min(long(entry + 4), 64), long(entry + 8)];
      return tiff.toString('latin1', start, start + length);
    },
  };
}

/** The epoch milliseconds of a time as EXIF writes it, `2026:11:25 10:41:07`; null for any other text. */
function timeOf(text: string): number | null {
  const match = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)/.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  // Cameras without a set clock write zeros.
  return year < 1990 || month === 0 || day === 0 ? null : Date.UTC(year, month - 1, day, hour, minute, second);
}
