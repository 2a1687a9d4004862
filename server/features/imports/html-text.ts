/** Elements whose content nobody sees. */
const hidden = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'iframe', 'object', 'svg']);
const lines = new Set(['div', 'li', 'tr', 'dt', 'dd', 'section', 'article', 'header', 'footer', 'hr']);
const paragraphs = new Set(['p', 'ul', 'ol', 'dl', 'table', 'blockquote', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/**
 * The text of a description in HTML, with line breaks where paragraphs and lines end. It is text: what looks like HTML in it, because
 * it was written with entities, is shown as it is and never run. Time is proportional to the length.
 */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  let place = 0;
  while (place < html.length) {
    const open = html.indexOf('<', place);
    const text = html.slice(place, open === -1 ? undefined : open);
    // A browser shows white space of the source as one space.
    parts.push(decodeEntities(text).replace(/[ \t\r\n\f]+/g, ' '));
    if (open === -1) break;
    const tag = readTag(html, open);
    if (!tag) {
      parts.push('<');
      place = open + 1;
      continue;
    }
    parts.push(breakOf(tag.name));
    place = hidden.has(tag.name) && !tag.isEnd ? endOfHidden(html, tag) : tag.end;
  }
  return tidy(parts.join(''));
}

interface Tag {
  /** Lower case; empty for comments and declarations. */
  name: string;
  isEnd: boolean;
  /** The place behind it. */
  end: number;
}

/** Null where `<` begins no tag, as in "a < b". */
function readTag(html: string, open: number): Tag | null {
  if (html.startsWith('<!--', open)) return { name: '', isEnd: false, end: behind(html, '-->', open) };
  if (/[!?]/.test(html[open + 1] ?? '')) return { name: '', isEnd: false, end: behind(html, '>', open) };
  const named = /^<(\/?)([a-z][a-z\d:-]*)/i.exec(html.slice(open, open + 64));
  if (!named) return null;
  return { name: (named[2] ?? '').toLowerCase(), isEnd: named[1] === '/', end: endOfTag(html, open + named[0].length) };
}

/** A quoted attribute may contain `>`. A tag without an end goes to the end of the text. */
function endOfTag(html: string, from: number): number {
  let quote = '';
  for (let place = from; place < html.length; place += 1) {
    const character = html[place] ?? '';
    if (quote !== '') quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return place + 1;
  }
  return html.length;
}

function endOfHidden(html: string, { name, end }: Tag): number {
  const closing = new RegExp(`</${name}[\\s>/]`, 'ig');
  closing.lastIndex = end;
  const found = closing.exec(html);
  return found ? behind(html, '>', found.index) : html.length;
}

function behind(html: string, mark: string, from: number): number {
  const place = html.indexOf(mark, from);
  return place === -1 ? html.length : place + mark.length;
}

/** Begins a new line where the text is not at the beginning of one yet. */
const softBreak = '\u2028';

function breakOf(name: string): string {
  if (name === 'br') return '\n';
  if (paragraphs.has(name)) return '\n\n';
  return lines.has(name) ? softBreak : name === 'td' ? ' ' : '';
}

// Spaces become one first, so that no pattern is tried at each of many.
const tidy = (text: string) =>
  text
    .replace(/ {2,}/g, ' ')
    .replace(/ ?(?:\u2028 ?)+/g, softBreak)
    .replace(/[ \u2028]?\n[ \u2028]?/g, '\n')
    .replaceAll(softBreak, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»', bull: '•', middot: '·', times: '×' },
  ...{ deg: '°', copy: '©', reg: '®', trade: '™', euro: '€', pound: '£', yen: '¥', cent: '¢', frac12: '½', prime: '′' },
  ...{
    eacute: 'é',
    egrave: 'è',
    ecirc: 'ê',
    agrave: 'à',
    aacute: 'á',
    acirc: 'â',
    atilde: 'ã',
    ccedil: 'ç',
    oacute: 'ó',
  },
  ...{
    ograve: 'ò',
    ocirc: 'ô',
    otilde: 'õ',
    iacute: 'í',
    igrave: 'ì',
    uacute: 'ú',
    ugrave: 'ù',
    ucirc: 'û',
    ntilde: 'ñ',
  },
  ...{
    auml: 'ä',
    ouml: 'ö',
    uuml: 'ü',
    Auml: 'Ä',
    Ouml: 'Ö',
    Uuml: 'Ü',
    szlig: 'ß',
    Eacute: 'É',
    yacute: 'ý',
    Prime: '″',
  },
};

/** Characters written as `&amp;`, `&#39;` or `&#x27;`, once: `&amp;lt;` is `&lt;`. Unknown names stay. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}\d{0,2}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    const isCharacter = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return code === 0xa0 ? ' ' : isCharacter || code === 9 || code === 10 ? String.fromCodePoint(code) : '';
  });
}
