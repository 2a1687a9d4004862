/**
 * Returns the names of the forms in which a secret is in `content`: as typed, its digits alone or in groups, and each of these also
 * backwards, encoded for URLs and forms, in hex, with JSON escapes, in UTF-16, and in base64 at any offset.
 */
export function tracesOf(secret: string, content: Buffer): string[] {
  const lowerCase = inLowerCase(content);
  return formsOf(secret)
    .filter(({ bytes, anyCase }) => (anyCase ? lowerCase : content).includes(bytes))
    .map(({ name }) => name);
}

/** Contents in lower case. They are kept because each content is searched for many secrets, and some are large. */
const lowered = new WeakMap<Buffer, Buffer>();

function inLowerCase(content: Buffer): Buffer {
  const lowerCase = lowered.get(content) ?? Buffer.from(content.toString('latin1').toLowerCase(), 'latin1');
  lowered.set(content, lowerCase);
  return lowerCase;
}

interface Form {
  name: string;
  bytes: Buffer;
  /** Whether upper and lower case count as the same. Then `bytes` is in lower case. */
  anyCase: boolean;
}

function formsOf(secret: string): Form[] {
  return spellingsOf(secret).flatMap(([spelling, text]) => {
    const form = (name: string, bytes: Buffer | string): Form => {
      return { name: `${spelling}${name}`, bytes: Buffer.from(bytes), anyCase: false };
    };
    const inAnyCase = (name: string, written: string): Form => ({
      ...form(name, written.toLowerCase()),
      anyCase: true,
    });
    const inBase64 = [0, 1, 2].map((offset) => base64From(text, offset));
    return [
      form('', text),
      form(', backwards', [...text].reverse().join('')),
      form(', UTF-16', Buffer.from(text, 'utf16le')),
      inAnyCase(', URL-encoded', encodeURIComponent(text)),
      inAnyCase(', form-encoded', new URLSearchParams([['', text]]).toString().slice(1)),
      inAnyCase(', hex', Buffer.from(text).toString('hex')),
      inAnyCase(', in JSON', unicodeEscaped(text)),
      ...inBase64.map((written) => form(', base64', written)),
      ...inBase64.map((written) => form(', base64url', written.replaceAll('+', '-').replaceAll('/', '_'))),
    ];
  });
}

/** The secret as typed; if it has at least eight digits and no letters, also its digits alone, and in groups of four. */
function spellingsOf(secret: string): [name: string, text: string][] {
  const digits = secret.replace(/\D/g, '');
  if (digits.length < 8 || /[a-z]/i.test(secret)) return [['as typed', secret]];
  const fours = digits.match(/.{1,4}/g) ?? [];
  return [
    ['as typed', secret],
    ['digits', digits],
    ['in fours', fours.join(' ')],
    ['in fours with dashes', fours.join('-')],
  ];
}

/** The text with every character escaped, as JSON may write it. */
const unicodeEscaped = (text: string) =>
  Array.from({ length: text.length }, (_, index) => `\\u${text.charCodeAt(index).toString(16).padStart(4, '0')}`).join(
    '',
  );

/** The base64 of the text after `offset` other bytes, without the characters at both ends that depend on the bytes before and after it. */
function base64From(text: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
  const whole = bytes.toString('base64').replaceAll('=', '');
  const ownBitsFrom = Math.ceil((offset * 8) / 6);
  const ownBitsTo = Math.floor((bytes.length * 8) / 6);
  return whole.slice(ownBitsFrom, ownBitsTo);
}
