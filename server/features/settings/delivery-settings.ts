import {
  type DeliverySettings,
  type DeliveryZone,
  deliverySettingDefaults,
  deliverySettings,
} from '#contract/delivery.ts';
import { ratedClasses } from '#contract/listing-size.ts';
import { priceProblem } from '#contract/money.ts';
import type { Section } from './section.ts';

/** The section of delivery: zones with their rates, and pickup. */
export const deliverySection: Section<DeliverySettings> = {
  name: 'delivery',
  noun: 'delivery',
  schema: deliverySettings,
  defaults: deliverySettingDefaults,
  problemsOf: ({ zones, pickup, pickupAddress }, currency) => [
    ...zones.flatMap((zone, position) => problemsOfZone(zone, `zones.${position}`, currency)),
    ...(pickup && pickupAddress === '' ? [{ path: 'pickupAddress', message: 'Where do buyers collect?' }] : []),
  ],
};

function problemsOfZone({ rates, freeOver }: DeliveryZone, path: string, currency: string) {
  const prices = [
    ...ratedClasses.map((name) => ({ path: `${path}.rates.${name}`, value: rates[name] })),
    { path: `${path}.freeOver`, value: freeOver },
  ];
  return prices.flatMap(({ path, value }) => {
    const message = value === null ? null : priceProblem(value, currency);
    return message === null ? [] : [{ path, message }];
  });
}
