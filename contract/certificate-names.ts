/** File name and addresses of a certificate. No schemas, so that bundles of public pages do not get zod. */

/** The page for checking certificates, and what its addresses begin with. */
export const verifyPath = '/verify';

export const certificateFilename = (number: string) => `certificate-${number}.pdf`;

/** The path of the page that says whether a certificate is genuine. `code`: as printed on the paper, with or without its spaces. */
export const verifyAddress = (number: string, code: string) =>
  `${verifyPath}/${encodeURIComponent(number)}/${encodeURIComponent(code.replaceAll(' ', ''))}`;

/** A code or a signature in groups of four, as papers and pages show it. */
export const inGroups = (text: string) => text.match(/.{1,4}/g)?.join(' ') ?? '';
