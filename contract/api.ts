import { accountEndpoints } from './accounts.ts';
import { analyticsEndpoints } from './analytics.ts';
import { auditEndpoints } from './audit.ts';
import { cartEndpoints } from './cart.ts';
import { catalogEndpoints } from './catalog.ts';
import { checkoutEndpoints } from './checkout.ts';
import { demoEndpoints } from './demo.ts';
import { enquiryEndpoints } from './enquiries.ts';
import { invoiceEndpoints } from './invoices.ts';
import { mediaEndpoints } from './media.ts';
import { operationEndpoints } from './operations.ts';
import { orderEndpoints } from './orders.ts';

/**
 * The whole API, one row an endpoint. Routes, validation, types on both sides, the browser's client, /api/openapi.json and
 * the authorization test all come from this table; the server refuses to start when table and handlers differ.
 */
export const api = {
  ...accountEndpoints,
  ...catalogEndpoints,
  ...cartEndpoints,
  ...checkoutEndpoints,
  ...orderEndpoints,
  ...invoiceEndpoints,
  ...enquiryEndpoints,
  ...mediaEndpoints,
  ...analyticsEndpoints,
  ...auditEndpoints,
  ...demoEndpoints,
  ...operationEndpoints,
};

export type Api = typeof api;
export type EndpointName = keyof Api;

/** Where the API stands below the shop's origin. */
export const apiBase = '/api';
