import type { DeliveryZone } from '#contract/delivery.ts';
import { limits } from '#contract/limits.ts';
import { createHttpClient } from '#server/testing/http-client.ts';
import { openShop, signInAsOwner } from '#server/testing/shop-process.ts';
import { atMost, type Figure, quantile } from '../proofs/proof.ts';

const calls = 400;
/** Calls before the measured ones, which are not counted: they let V8 compile the shop. */
const toWarmUp = 100;

const postcodeOf = (zone: number, index: number) => String(10_000 + zone * 20 + index);
const lastZone = `Zone ${limits.deliveryZones - 1}`;
const lastPostcode = postcodeOf(limits.deliveryZones - 1, 0);

/** Measures delivery quotes, one after another, in a shop with as many zones as are allowed. Only the last one fits the address. */
export async function measureDelivery(directory: string): Promise<Figure[]> {
  await using shop = await openShop({ databaseUrl: `file:${directory}/shop.db`, directory });
  using client = createHttpClient(shop.address);
  const token = await signInAsOwner(client);
  const body = { name: 'Red River Moon', price: 3_200, widthCm: 30 };
  const { product } = (await client.call('addProduct', { token, body })).body;
  await client.call('updateDeliverySettings', {
    token,
    body: { zones: Array.from({ length: limits.deliveryZones }, (_, index) => zoneAt(index)) },
  });
  const quote = { listingIds: [product.id], address: { country: 'AU', state: 'NSW', postcode: lastPostcode } };
  const times: number[] = [];
  for (let call = 0; call < toWarmUp + calls; call += 1) {
    const started = performance.now();
    const { body: answer } = await client.call('quoteDelivery', { body: quote });
    times.push(performance.now() - started);
    if (answer.options[0]?.name !== lastZone) throw new Error('the last zone did not answer');
  }
  const at = (share: number) => quantile(times.slice(toWarmUp), share);
  const what = `quote of the delivery by ${limits.deliveryZones} zones, over HTTP`;
  return [atMost(5, `${what}, median`, at(0.5), 'ms'), { what: `${what}, p99`, measured: at(0.99), unit: 'ms' }];
}

/** A zone with twenty postcodes that no other zone has. */
function zoneAt(index: number): DeliveryZone {
  const postcodes = Array.from({ length: 20 }, (_, place) => postcodeOf(index, place));
  const rates = { small: 24, medium: 85, large: 180 };
  return {
    id: `zone-${index}`,
    name: `Zone ${index}`,
    countries: ['AU'],
    states: [],
    postcodes: postcodes.join(', '),
    rates,
    freeOver: null,
    daysFrom: 3,
    daysTo: 8,
    insured: true,
    note: '',
  };
}
