import { countryName } from '#contract/country-names.ts';
import type { DeliverySettings } from '#contract/delivery.ts';
import { ratedClasses } from '#contract/listing-size.ts';
import { formatPrice } from '#contract/money.ts';
import { useShop } from '../../../shell/shop.ts';
import { sizeClassLabels } from '../../listing-form/size-fields.tsx';
import { placesOf } from './zone-list.ts';
import { Elsewhere, RatesHead } from './zones-table.tsx';

/** The settings without fields, for staff and viewers. */
export function DeliveryValues({ zones, classes, packingDays, ...settings }: DeliverySettings) {
  const { pickup, pickupAddress, pickupNote, carriers, hsCode, origin } = settings;
  const { currency } = useShop();
  const price = (amount: number | null, otherwise: string) =>
    amount === null ? otherwise : formatPrice(amount, currency);
  return (
    <>
      <section className="panel">
        <header>
          <h2>Rates</h2>
        </header>
        {zones.length === 0 && <p className="panel-words muted">No zones yet: delivery is not charged.</p>}
        {zones.length > 0 && (
          <table className="table table-cards rates">
            <caption className="visually-hidden">Price of delivery in {currency} for each zone and size class</caption>
            <RatesHead />
            <tbody>
              {zones.map((zone) => (
                <tr key={zone.id}>
                  <td className="cell-main">
                    <span className="strong">{zone.name}</span>
                    <small className="way-words">{placesOf(zone)}</small>
                    <small className="way-words">
                      {[zone.insured && 'Insured', zone.note].filter(Boolean).join('. ')}
                    </small>
                  </td>
                  {ratedClasses.map((name) => (
                    <td key={name} className="align-end numeric" data-label={sizeClassLabels[name]}>
                      {price(zone.rates[name], 'Ask us')}
                    </td>
                  ))}
                  <td className="align-end numeric" data-label="Free over">
                    {price(zone.freeOver, 'Never')}
                  </td>
                  <td className="align-end numeric" data-label="Working days">
                    {zone.daysFrom} to {zone.daysTo}
                  </td>
                </tr>
              ))}
              <Elsewhere />
            </tbody>
          </table>
        )}
      </section>
      <section className="panel">
        <h2>Sizes, pickup and time</h2>
        <ul className="rows">
          {ratedClasses.map((name) => (
            <li key={name}>
              {sizeClassLabels[name]}: longest side up to {classes[name].longestCm} cm, up to {classes[name].heaviestKg}{' '}
              kg
            </li>
          ))}
          <li>
            {pickup ? `Buyers may collect: ${[pickupAddress, pickupNote].filter(Boolean).join('. ')}` : 'No pickup'}
          </li>
          <li>Working days to pack: {packingDays}</li>
          {carriers.length > 0 && <li>Own carriers: {carriers.map(({ name }) => name).join(', ')}</li>}
          {hsCode && <li>HS code: {hsCode}</li>}
          {origin && <li>Made in: {countryName(origin)}</li>}
        </ul>
      </section>
    </>
  );
}
