import type { Image } from './catalog.ts';

/** The longer side of a link preview in pixels. Services that show link previews ask for this size. */
const longestSide = 1_200;

/** Size of the link preview of an image, in pixels. Small images are not enlarged. */
export function linkPreviewSize({ width, height }: Pick<Image, 'width' | 'height'>) {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * The preview image of a link to a listing's page. It is a JPEG because every service can show one. Null for online
 * images, which the shop does not store.
 */
export function linkPreviewOf({ url, width, height }: Pick<Image, 'url' | 'width' | 'height'>) {
  const [, folder] = /^(\/media\/[0-9a-f]{32})\/original\.[a-z]+$/.exec(url) ?? [];
  if (!folder || width === 0 || height === 0) return null;
  return { url: `${folder}/preview.jpg`, type: 'image/jpeg', ...linkPreviewSize({ width, height }) };
}
