import { t } from '@lingui/core/macro';
import { countryName } from '#contract/country-names.ts';
import type { DeliverySettings, DeliveryZone } from '#contract/delivery.ts';
import { type ClassLimit, ratedClasses } from '#contract/listing-size.ts';
import { formatPrice } from '#contract/money.ts';
import { language } from '../../../language/language.ts';
import { useShop } from '../../../shell/shop.ts';
import { choiceWords } from '../../listing-form/field-labels.ts';
import { RatesTable } from './rates-table.tsx';
import { placesOf } from './zone-list.ts';

/** Shows the settings to staff and viewers, who cannot change them. */
export function DeliveryValues({ zones, ...settings }: DeliverySettings) {
  return (
    <>
      <section className="panel">
        <header>
          <h2>{t`Rates`}</h2>
        </header>
        {zones.length === 0 && <p className="panel-words muted">{t`No zones yet: delivery is not charged.`}</p>}
        {zones.length > 0 && (
          <RatesTable>
            {zones.map((zone) => (
              <ZoneValues key={zone.id} zone={zone} />
            ))}
          </RatesTable>
        )}
      </section>
      <section className="panel">
        <h2>{t`Sizes, pickup and time`}</h2>
        <OtherValues {...settings} />
      </section>
    </>
  );
}

function ZoneValues({ zone }: { zone: DeliveryZone }) {
  const { currency } = useShop();
  const price = (amount: number | null, otherwise: string) =>
    amount === null ? otherwise : formatPrice(amount, currency);
  return (
    <tr>
      <td className="cell-main">
        <span className="strong">{zone.name}</span>
        <small className="way-words">{placesOf(zone)}</small>
        <small className="way-words">{[zone.insured && t`Insured`, zone.note].filter(Boolean).join('. ')}</small>
      </td>
      {ratedClasses.map((name) => (
        <td key={name} className="align-end numeric" data-label={choiceWords.sizeClass[name]}>
          {price(zone.rates[name], t`Ask us`)}
        </td>
      ))}
      <td className="align-end numeric" data-label={t`Free over`}>
        {price(zone.freeOver, t`Never`)}
      </td>
      <td className="align-end numeric" data-label={t`Working days`}>
        {daysInWords(zone)}
      </td>
    </tr>
  );
}

const daysInWords = ({ daysFrom, daysTo }: DeliveryZone) => t`${daysFrom} to ${daysTo}`;

function OtherValues({ classes, packingDays, ...settings }: Omit<DeliverySettings, 'zones'>) {
  const { pickup, pickupAddress, pickupNote, carriers, hsCode, origin } = settings;
  const pickupWords = [pickupAddress, pickupNote].filter(Boolean).join('. ');
  const carrierNames = carriers.map(({ name }) => name).join(', ');
  const country = origin && countryName(origin, language);
  return (
    <ul className="rows">
      {ratedClasses.map((name) => (
        <li key={name}>{limitInWords(choiceWords.sizeClass[name], classes[name])}</li>
      ))}
      <li>{pickup ? t`Buyers may collect: ${pickupWords}` : t`No pickup`}</li>
      <li>{t`Working days to pack: ${packingDays}`}</li>
      {carrierNames && <li>{t`Own carriers: ${carrierNames}`}</li>}
      {hsCode && <li>{t`HS code: ${hsCode}`}</li>}
      {country && <li>{t`Made in: ${country}`}</li>}
    </ul>
  );
}

const limitInWords = (size: string, { longestCm, heaviestKg }: ClassLimit) =>
  t`${size}: longest side up to ${longestCm} cm, up to ${heaviestKg} kg`;
