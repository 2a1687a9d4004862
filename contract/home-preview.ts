// Pages import this file, so it must not import zod.

/** Pages below this path may be framed by the shop itself, and are never cached. */
export const previewPath = '/preview/';

/** The path of the page that shows a draft of the home page. */
export const homePreviewAddress = (id: string): string => `${previewPath}home/${id}`;
