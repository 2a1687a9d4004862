import type { SharpOptions } from 'sharp';
import { limits } from '#contract/limits.ts';

/** Makes sharp refuse a decompression bomb before it decodes the pixels. */
export const decodingLimits: SharpOptions = { limitInputPixels: limits.picturePixels, failOn: 'error' };
