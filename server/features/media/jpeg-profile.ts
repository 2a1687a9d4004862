/** Bytes of a profile in one segment: 65,535 without the length (2), the name (12), the number and the count (2). */
const largestPart = 65_535 - 16;

/** Adds an ICC profile to a JPEG, in as many APP2 segments as it needs (ICC.1, annex B.4). Does not change the pixels. */
export function withProfile(jpeg: Buffer, profile: Buffer): Buffer {
  const count = Math.ceil(profile.length / largestPart);
  const segments = Array.from({ length: count }, (_, at) => {
    const part = profile.subarray(at * largestPart, (at + 1) * largestPart);
    const head = Buffer.from([0xff, 0xe2, 0, 0, ...Buffer.from('ICC_PROFILE\0', 'latin1'), at + 1, count]);
    head.writeUInt16BE(part.length + 16, 2);
    return Buffer.concat([head, part]);
  });
  const start = endOfJfif(jpeg);
  return Buffer.concat([jpeg.subarray(0, start), ...segments, jpeg.subarray(start)]);
}

/** The offset after the start marker and the JFIF segment: if there is one, it must be the first. */
function endOfJfif(jpeg: Buffer): number {
  return jpeg.readUInt16BE(2) === 0xffe0 ? 4 + jpeg.readUInt16BE(4) : 2;
}
