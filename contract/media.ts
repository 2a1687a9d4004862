import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Widths of the responsive variants, pixels; a picture gets those up to its own width. */
export const variantWidths = [320, 480, 640, 960, 1280, 1600, 2048] as const;

export const mediaEndpoints = {
  uploadImages: endpoint({
    method: 'POST',
    path: '/admin/upload-images',
    access: 'admin',
    summary: 'Upload pictures: PNG, JPEG, WebP, AVIF by content; one bad file refuses the whole call',
    upload: { field: 'images' },
    reply: z.object({ message: z.string(), imageUrls: z.array(z.string()) }),
  }),
  countUnfinishedPictures: endpoint({
    method: 'GET',
    path: '/admin/unfinished-pictures',
    access: 'admin',
    summary: 'How many pictures are still being made ready in their other sizes',
    reply: z.object({ unfinished: z.number().int() }),
  }),
  uploadLogo: endpoint({
    method: 'POST',
    path: '/admin/upload-logo',
    access: 'admin',
    summary: 'Upload the shop’s logo: PNG, JPG, SVG',
    upload: { field: 'logo' },
    reply: z.object({ message: z.string(), logoUrl: z.string() }),
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/admin/logo',
    access: 'admin',
    summary: 'Take the logo away: the shop’s name stands in its place',
    reply: z.object({ message: z.string() }),
  }),
  getLogo: endpoint({
    method: 'GET',
    path: '/admin/logo',
    access: 'public',
    summary: 'The shop’s logo, null if none',
    reply: z.object({ logo: z.string().nullable() }),
  }),
};
