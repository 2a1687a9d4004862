import { t } from '@lingui/core/macro';
import { useRouteLoaderData } from 'react-router';
import type { ShopFront } from '#contract/page-services.ts';
import type { loader } from '../root.tsx';

/**
 * The shop as the root's loader returned it. If that loader failed: the value that this tab received last, or else a
 * placeholder for the header.
 */
export function useShop(): ShopFront {
  const shop = useRouteLoaderData<typeof loader>('root')?.shop;
  // Only in browsers: on the server module state is shared by all requests.
  if (shop && typeof window !== 'undefined') lastKnownShop = shop;
  return shop ?? lastKnownShop ?? unknownShop;
}

let lastKnownShop: ShopFront | undefined;

const unknownShop: ShopFront = {
  name: t`Home`,
  currency: 'AUD',
  timezone: 'UTC',
  publicUrl: '',
  logo: null,
  logoDark: null,
  payments: { mode: 'simulated', methods: [] },
  delivery: { offered: false },
  emails: {},
  contact: {},
  contactLines: [],
  artists: false,
  certificates: false,
  policies: [],
};
