const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Whether a JSON text has more than so many values (objects, lists and what is in them), or nests objects and lists deeper. Reads it once
 * and builds nothing. What it says about a text that is no JSON does not matter, because the parser refuses that.
 */
export function isTooComplex(
  text: string,
  { mostValues, maximumDepth }: { mostValues: number; maximumDepth: number },
): boolean {
  let [values, depth] = [1, 0];
  /** Whether the object or list that was opened last has nothing in it so far. */
  let isEmpty = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code <= 0x20) continue;
    if (code === closeList || code === closeObject) {
      depth -= 1;
      isEmpty = false;
      continue;
    }
    if (isEmpty || code === comma) values += 1;
    isEmpty = code === openList || code === openObject;
    if (isEmpty) depth += 1;
    if (values > mostValues || depth > maximumDepth) return true;
    if (code === quote) at = endOfText(text, at);
  }
  return false;
}

/** The place of the quote that ends the text which begins at `start`. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) return at;
  }
  return text.length;
}
