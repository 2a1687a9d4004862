import type { FuzzRequest } from './requests.ts';

/** A request as a line for a shell; only the token has to be replaced by a live one. */
export function lineOf({ method, target, headers, payload }: FuzzRequest): string {
  const words = headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  const body = payload === null ? [] : [`--data-binary ${quoted(payload)}`];
  const line = ['curl --path-as-is -X', method, quoted(`$SHOP${target}`), ...words, ...body].join(' ');
  return line.length > 1_500 ? `${line.slice(0, 1_500)}… (${line.length} characters)` : line;
}

function quoted(content: string | Buffer): string {
  const text = typeof content === 'string' ? content : content.toString('latin1');
  const plain = text.replaceAll("'", `'"'"'`);
  if (!/[^\x20-\x7e]/.test(text)) return `'${plain}'`;
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  const escaped = [...bytes].map((byte) =>
    byte < 32 || byte > 126 || byte === 39 || byte === 92
      ? `\\x${byte.toString(16).padStart(2, '0')}`
      : String.fromCharCode(byte),
  );
  return `$'${escaped.join('')}'`;
}
