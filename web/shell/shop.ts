import { useRouteLoaderData } from 'react-router';
import type { ShopFront } from '../context.ts';
import type { loader } from '../root.tsx';

/**
 * The shop as the root's loader gave it. While even that failed, as this browser last knew it; else just a name to stand
 * in the header.
 */
export function useShop(): ShopFront {
  const shop = useRouteLoaderData<typeof loader>('root')?.shop;
  // The server's modules serve everybody: only a browser keeps it.
  if (shop && typeof window !== 'undefined') lastKnownShop = shop;
  return shop ?? lastKnownShop ?? unknownShop;
}

let lastKnownShop: ShopFront | undefined;

const unknownShop: ShopFront = { name: 'Home', currency: 'AUD', timezone: 'UTC', publicUrl: '', logo: null };
