import { useRouteLoaderData } from 'react-router';
import type { ShopFront } from '../context.ts';
import type { loader } from '../root.tsx';

/** The shop as the root's loader gave it; while even that failed, just a name to stand in the header. */
export function useShop(): ShopFront {
  return useRouteLoaderData<typeof loader>('root')?.shop ?? unknownShop;
}

const unknownShop: ShopFront = { name: 'Home', currency: 'AUD', timezone: 'UTC', publicUrl: '', logo: null };
