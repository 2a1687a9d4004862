import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { limits } from './limits.ts';

/** Widths of the responsive variants in pixels. An image gets the variants that are not wider than itself. */
export const variantWidths = [320, 480, 640, 960, 1280, 1600, 2048] as const;

/**
 * The backgrounds that a logo is for. Without a logo for dark backgrounds, the one for light backgrounds is used there, too.
 */
const logoGrounds = ['light', 'dark'] as const;
export type LogoGround = (typeof logoGrounds)[number];

const forGround = z.object({ ground: z.enum(logoGrounds).default('light') });

export const mediaEndpoints = {
  uploadImages: endpoint({
    method: 'POST',
    path: '/admin/upload-images',
    access: 'staff',
    summary:
      'Upload images (PNG, JPEG, WebP, AVIF, HEIC, TIFF, checked by content); one invalid file refuses the whole call',
    upload: { field: 'images', count: limits.picturesPerUpload },
    reply: z.object({ message: z.string(), imageUrls: z.array(z.string()) }),
  }),
  countUnfinishedPictures: endpoint({
    method: 'GET',
    path: '/admin/unfinished-pictures',
    access: 'viewer',
    summary: 'Number of images whose variants are not finished',
    reply: z.object({ unfinished: z.number().int() }),
  }),
  uploadLogo: endpoint({
    method: 'POST',
    path: '/admin/upload-logo',
    access: 'owner',
    confirmed: true,
    summary: 'Upload a logo (PNG, JPG, SVG) for light or dark backgrounds',
    query: forGround,
    upload: { field: 'logo', count: 1 },
    reply: z.object({ message: z.string(), logoUrl: z.string() }),
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: '/admin/logo',
    access: 'owner',
    confirmed: true,
    summary: 'Remove a logo: the shop’s name replaces the light one, the light one replaces the dark one',
    query: forGround,
    reply: z.object({ message: z.string() }),
  }),
  getLogo: endpoint({
    method: 'GET',
    path: '/admin/logo',
    access: 'public',
    summary: 'The logo, null if there is none, and the logo for dark backgrounds, null if it is the same',
    reply: z.object({ logo: z.string().nullable(), logoDark: z.string().nullable() }),
  }),
};
