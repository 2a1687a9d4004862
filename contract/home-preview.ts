// Imported by pages, so without zod.

/** Pages below this path may be framed by the shop itself, and are never cached. */
export const previewPath = '/preview/';

/** The page of a draft of the home page. */
export const homePreviewAddress = (id: string): string => `${previewPath}home/${id}`;
