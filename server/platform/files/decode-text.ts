import { isUtf8 } from 'node:buffer';

export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The number of bytes that are decoded at once. */
const step = 65_536;

/** The text of a file in parts, without a byte order mark. */
export function* decodeText(file: Buffer): Generator<string> {
  const decoder = new TextDecoder(encodingOf(file));
  for (let start = 0; start < file.length; start += step)
    yield decoder.decode(file.subarray(start, start + step), { stream: true });
  yield decoder.decode();
}

/**
 * The encoding of a file, by its byte order mark. Without one, UTF-16 is recognised by the zero bytes of its Latin letters, and anything
 * else that is not valid UTF-8 is Windows-1252, which spreadsheets write on Windows.
 */
export function encodingOf(file: Buffer): TextEncodingName {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le';
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be';
  const beginning = file.subarray(0, 512);
  if (zerosAt(beginning, 1) > beginning.length / 4 && zerosAt(beginning, 0) === 0) return 'utf-16le';
  if (zerosAt(beginning, 0) > beginning.length / 4 && zerosAt(beginning, 1) === 0) return 'utf-16be';
  return isUtf8(file) ? 'utf-8' : 'windows-1252';
}

/** The number of zero bytes at even (0) or odd (1) positions. */
function zerosAt(bytes: Buffer, parity: 0 | 1): number {
  return bytes.filter((byte, place) => byte === 0 && place % 2 === parity).length;
}
