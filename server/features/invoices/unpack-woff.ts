import { inflateSync } from 'node:zlib';

/** Bytes of a WOFF file's header and of one entry of its table directory; the same of the font it packs (W3C, WOFF 1.0 §3, §4). */
const woff = { header: 44, entry: 20 };
const sfnt = { header: 12, entry: 16 };

/**
 * The font a WOFF file packs. Read from the packed file, fontkit would unpack the outlines of all letters again for each letter
 * it is asked for.
 */
export function unpackWoff(packed: Buffer): Buffer {
  const count = packed.readUInt16BE(12);
  const header = Buffer.alloc(sfnt.header + count * sfnt.entry);
  packed.copy(header, 0, 4, 8);
  writeSearchHints(header, count);
  const tables: Buffer[] = [header];
  let offset = header.length;
  for (let position = 0; position < count; position++) {
    const entry = packed.subarray(woff.header + position * woff.entry);
    const [start, packedLength, length] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)];
    const content = packed.subarray(start, start + packedLength);
    const table = packedLength === length ? content : inflateSync(content);

    const target = sfnt.header + position * sfnt.entry;
    entry.copy(header, target, 0, 4);
    entry.copy(header, target + 4, 16, 20);
    header.writeUInt32BE(offset, target + 8);
    header.writeUInt32BE(length, target + 12);
    const padded = Buffer.concat([table], Math.ceil(length / 4) * 4);
    tables.push(padded);
    offset += padded.length;
  }
  return Buffer.concat(tables);
}

function writeSearchHints(header: Buffer, count: number): void {
  const power = Math.floor(Math.log2(count));
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(2 ** power * sfnt.entry, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE((count - 2 ** power) * sfnt.entry, 10);
}
