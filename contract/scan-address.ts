// The addresses of IIIF. Pages load this file, so it must not import zod.

/** The media type of a IIIF manifest. */
export const manifestType = 'application/ld+json;profile="http://iiif.io/api/presentation/3/context.json"';

/** The path of the IIIF manifest of a listing. */
export const manifestPath = (listingId: string) => `/iiif/presentation/${listingId}/manifest.json`;

/** The path of the IIIF image service of a scan. */
export const imageServicePath = (scanId: string) => `/iiif/3/${scanId}`;
