import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const day = z.iso.date('A day, like 2026-07-01');

/** Days of the shop's time zone, both included. */
const period = z
  .object({ from: day, to: day })
  .refine(({ from, to }) => from <= to, { path: ['to'], message: 'The last day is before the first' });

export const reportEndpoints = {
  getGstReport: endpoint({
    method: 'GET',
    path: '/admin/reports/gst.csv',
    access: 'owner',
    summary: 'Every payment and refund of a period with its taxable parts, commission and GST',
    query: period,
    reply: 'csv',
  }),
  getResaleReport: endpoint({
    method: 'GET',
    path: '/admin/reports/resales.csv',
    access: 'owner',
    summary: 'The resales of a period for which a royalty has to be reported',
    query: period,
    reply: 'csv',
  }),
};
