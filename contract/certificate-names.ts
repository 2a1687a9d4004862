/** What names a certificate; without schemas, for bundles of public pages. */

/** The page for checking certificates, and what its addresses begin with. */
export const verifyPath = '/verify';

export const certificateFilename = (number: string) => `certificate-${number}.pdf`;

/** The page that says whether a certificate is genuine; with the code as it is printed on the paper. */
export const verifyAddress = (number: string, code: string) =>
  `${verifyPath}/${encodeURIComponent(number)}/${encodeURIComponent(code.replaceAll(' ', ''))}`;

/** A code or a signature in groups of four, as papers and pages show it. */
export const inGroups = (text: string) => text.match(/.{1,4}/g)?.join(' ') ?? '';
