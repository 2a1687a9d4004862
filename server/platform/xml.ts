/** Escapes text for an XML element or attribute. Leaves out characters that XML does not allow. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/(?![\t\n\r])\p{Cc}|[\uFFFE\uFFFF]/gu, '')
    .replace(/[<>&'"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** An element with text; nothing if the text is empty. */
export const xmlText = (name: string, text: string): string =>
  text === '' ? '' : `<${name}>${escapeXml(text)}</${name}>`;
