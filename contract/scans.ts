import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pathId } from './text.ts';

const scanStates = ['waiting', 'making', 'ready', 'failed'] as const;

/** Why a scan that was accepted failed later. */
export const scanProblems = {
  'other picture':
    'This scan does not show the same as the picture of the piece. It must have the same framing, from edge to edge.',
  'too heavy':
    'Opening this file took too much memory. Save it as JPEG that is not progressive, or as TIFF without compression.',
  unreadable:
    'This file could not be read to its end. Save it again, for example as TIFF or JPEG, and upload that file.',
  'not made':
    'The shop has tried three times and could not make the tiles. Its disk or memory may be full: tell who runs the server. If it is not, save the file again as TIFF or JPEG.',
} as const;
export type ScanProblem = keyof typeof scanProblems;

/** The scan of a listing as the panel sees it. */
export const scan = z.object({
  state: z.enum(scanStates),
  /** How many of the tiles are made, in percent. */
  progress: z.number().int(),
  /** The size of the scan in pixels. */
  width: z.number().int(),
  height: z.number().int(),
  /** A sentence that says why the scan failed; otherwise empty. */
  problem: z.string(),
  /** Whether the picture that is looked at is still the one that the scan shows. If not, visitors do not see the scan. */
  isOfPicture: z.boolean(),
});
export type Scan = z.infer<typeof scan>;

const byId = z.object({ id: pathId });
const reply = z.object({ scan: scan.nullable() });

export const scanEndpoints = {
  getScan: endpoint({
    method: 'GET',
    path: '/admin/products/:id/scan',
    access: 'viewer',
    summary: 'The scan of a listing and how far its tiles are; null without one',
    params: byId,
    reply,
    refuses: [404],
  }),
  uploadScan: endpoint({
    method: 'POST',
    path: '/admin/products/:id/scan',
    access: 'staff',
    summary:
      'Upload a scan (JPEG, PNG, TIFF or WebP, checked by content) with the framing of the picture that is looked at; it replaces the former one',
    params: byId,
    upload: { field: 'scan', count: 1 },
    reply,
    status: 201,
    refuses: [404, 409],
  }),
  removeScan: endpoint({
    method: 'DELETE',
    path: '/admin/products/:id/scan',
    access: 'staff',
    summary: 'Remove the scan of a listing, or stop making its tiles',
    params: byId,
    reply: z.object({}),
    refuses: [404],
  }),
};
