/**
 * The cells of a text as spreadsheets copy it: rows end with a line break, cells with a tab, and a cell in double quotes may contain
 * both, and its quotes twice.
 */
export function cellsOfText(text: string): string[][] {
  const rows: string[][] = [[]];
  let at = 0;
  const source = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  while (at <= source.length) {
    const [cell, next] = source[at] === '"' ? quotedCell(source, at) : plainCell(source, at);
    rows.at(-1)?.push(cell);
    if (source[next] === '\n') rows.push([]);
    at = next + 1;
  }
  return rows;
}

function plainCell(source: string, start: number): [cell: string, end: number] {
  const length = source.slice(start).search(/[\t\n]/);
  const end = length < 0 ? source.length : start + length;
  return [source.slice(start, end), end];
}

function quotedCell(source: string, start: number): [cell: string, end: number] {
  const match = /^"((?:[^"]|"")*)"(?=[\t\n]|$)/.exec(source.slice(start));
  // A quote that is not closed is a character like others.
  if (!match) return plainCell(source, start);
  // A cell of the grid has one line.
  const cell = (match[1] ?? '').replaceAll('""', '"').replace(/\s*\n\s*/g, ' ');
  return [cell, start + match[0].length];
}
