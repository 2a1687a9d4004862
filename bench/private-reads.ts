import { join } from 'node:path';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openShop } from '#server/testing/shop-process.ts';
import type { Figure } from '../proofs/proof.ts';
import { onServerCore } from './machine.ts';
import { compare, openBareServer } from './pages.ts';

/** 50 µs on the machine for which the limit was set, where bare `node:http` takes 8 µs. */
const cartLimit = 6.25;

/** Processor time of what each page reads for a signed-in customer, beside a bare server that sends the same bytes. */
export async function measurePrivateReads(directory: string): Promise<Figure[]> {
  const databaseUrl = `file:${directory}/shop.db`;
  await using shop = await openShop({ databaseUrl, directory, settings: { DEMO: '1' }, under: onServerCore });
  using client = createHttpClient(shop.address);
  const account = {
    mode: 'register',
    name: 'Bench',
    email: 'bench@example.com',
    password: 'a long enough one',
  } as const;
  const { token } = (await client.call('authenticate', { body: account })).body;
  const { listings } = (await client.call('listListings')).body;
  for (const { id } of listings.filter(({ sold, reserved }) => !sold && !reserved).slice(0, 3))
    await client.call('addToCart', { token, body: { listingId: id } });

  const addresses = ['/api/cart', '/api/orders', '/api/user/profile'];
  const headers = [`Authorization: Bearer ${token}`];
  const read = async (address: string) => {
    const { raw } = await client.request('GET', address, { headers: { authorization: `Bearer ${token}` } });
    return { headers: { 'content-length': String(raw.length) }, body: raw.toString('base64') };
  };
  const answers = Object.fromEntries(await Promise.all(addresses.map(async (it) => [it, await read(it)] as const)));
  using bare = await openBareServer(join(directory, 'answers.json'), answers);
  const figures: Figure[] = [];
  for (const address of addresses) {
    const best = await compare(address, shop, bare, headers);
    const [shopTime, bareTime] = [1e6 / best.shop.rate, 1e6 / best.bare.rate];
    figures.push({
      what: `GET ${address}, processor time divided by that of bare node:http (${shopTime.toFixed(0)} and ${bareTime.toFixed(0)} µs)`,
      measured: shopTime / bareTime,
      ...(address === '/api/cart' && { wanted: { atMost: cartLimit } }),
    });
  }
  return figures;
}
