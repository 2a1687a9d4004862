import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { formatAbn } from '#contract/abn.ts';
import { homeCountry } from '#contract/country-names.ts';
import { limits } from '#contract/limits.ts';
import { australianStates } from '#contract/states.ts';
import { Checkbox, Select, TextArea, TextField } from '../../../ui/field.tsx';
import { allCountries, type Country } from '../delivery/zone-list.ts';
import { Optional, SettingsGroup } from '../settings-group.tsx';
import { addressOfSettings } from '../settings-pages.ts';
import { type ShopFields, textProps } from './field-props.ts';

let countries: Country[] | undefined;

/** The fields for who sells, their address, and how buyers reach them. */
export function SellerPanel({ abn, ...props }: ShopFields & { abn: string }) {
  const abnShown = formatAbn(abn);
  return (
    <section className="panel">
      <header>
        <h2>{t`Who sells`}</h2>
      </header>
      <SettingsGroup title={t`Legal name and ABN`} words={t`Below every page.`}>
        <TextField
          label={<Optional>{t`Legal name`}</Optional>}
          maxLength={limits.name}
          hint={t`Of the person or company that sells, where it is not the name of the shop.`}
          {...textProps('legalName', props)}
        />
        {(abn !== '' || props.draft.showAbn) && (
          <Checkbox
            label={t`Show the ABN`}
            name="showAbn"
            checked={props.draft.showAbn}
            onChange={({ target }) => props.onChange({ showAbn: target.checked })}
          />
        )}
        <p>
          {abn === '' ? t`No ABN yet.` : t`ABN ${abnShown}.`}{' '}
          <Link to={addressOfSettings('tax')}>{t`Change it under Tax`}</Link>
        </p>
      </SettingsGroup>
      <AddressFields {...props} />
      <SettingsGroup title={t`Contact`} words={t`Buyers see it on the home page and below every page.`}>
        <div className="pair">
          <TextField
            label={<Optional>{t`Email`}</Optional>}
            type="email"
            maxLength={limits.email}
            {...textProps('email', props)}
          />
          <TextField
            label={<Optional>{t`Phone`}</Optional>}
            type="tel"
            maxLength={limits.phone}
            {...textProps('phone', props)}
          />
        </div>
        <TextArea
          label={<Optional>{t`Hours`}</Optional>}
          rows={3}
          maxLength={limits.shortProse}
          hint={t`A few lines, for example when visitors are welcome.`}
          {...textProps('hours', props)}
        />
      </SettingsGroup>
    </section>
  );
}

function AddressFields(props: ShopFields) {
  const { country } = props.draft;
  countries ??= allCountries();
  return (
    <SettingsGroup title={t`Address`} words={t`Where you trade from.`}>
      <TextField label={<Optional>{t`Street`}</Optional>} maxLength={limits.address} {...textProps('street', props)} />
      <div className="pair">
        <TextField label={<Optional>{t`City`}</Optional>} maxLength={limits.shortText} {...textProps('city', props)} />
        <Select
          label={t`Country`}
          {...textProps('country', props)}
          // A state belongs to its country.
          onChange={({ target }) => props.onChange({ country: target.value, state: '' })}
        >
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
        {country === homeCountry ? (
          <Select label={<Optional>{t`State`}</Optional>} {...textProps('state', props)}>
            <option value="">{t`None`}</option>
            {australianStates.map((state) => (
              <option key={state}>{state}</option>
            ))}
          </Select>
        ) : (
          <TextField
            label={<Optional>{t`State`}</Optional>}
            maxLength={limits.shortText}
            {...textProps('state', props)}
          />
        )}
        <TextField
          label={<Optional>{t`Postcode`}</Optional>}
          inputMode={country === homeCountry ? 'numeric' : undefined}
          maxLength={limits.postcode}
          {...textProps('postcode', props)}
        />
      </div>
    </SettingsGroup>
  );
}
