import { Parser } from 'htmlparser2';

/** Elements whose content a browser does not show as text. */
const unseen = new Set(['script', 'style', 'template', 'noscript', 'head', 'title', 'iframe', 'object', 'svg']);
const lines = new Set(['div', 'li', 'tr', 'dt', 'dd', 'section', 'article', 'header', 'footer', 'hr']);
const paragraphs = new Set(['p', 'ul', 'ol', 'dl', 'table', 'blockquote', 'pre', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/**
 * The text of a description in HTML, with line breaks where paragraphs and lines end. It is text: what looks like HTML in it, because
 * it was written with entities, is shown as it is and never run.
 */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  let unseenDepth = 0;
  /** Line breaks before the next text; at most an empty line is shown. */
  let breaks = 0;
  const end = (name: string) => {
    breaks = Math.max(breaks, paragraphs.has(name) ? 2 : lines.has(name) ? 1 : 0);
  };
  const parser = new Parser({
    onopentagname(name) {
      if (unseen.has(name)) unseenDepth += 1;
      if (name === 'br') breaks += 1;
      else if (name === 'td') parts.push(' ');
      else end(name);
    },
    ontext(source) {
      if (unseenDepth > 0) return;
      // A browser shows white space of the source as one space, and none where a line begins.
      const text = source.replaceAll('\ufffd', '').replace(/[ \t\r\n\f\u00a0]+/g, ' ');
      if (breaks > 0 && text.trim() === '') return;
      parts.push('\n'.repeat(Math.min(breaks, 2)), breaks > 0 ? text.trimStart() : text);
      breaks = 0;
    },
    onclosetag(name) {
      if (unseen.has(name)) unseenDepth -= 1;
      end(name);
    },
  });
  parser.end(html);
  // Runs of spaces are joined first: a pattern like / +\n/ would be slow on a long run, because it is tried at each of its spaces.
  return parts.join('').replace(/ {2,}/g, ' ').replaceAll(' \n', '\n').trim();
}
