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

/** Who sells, where, and how buyers reach them. */
export function SellerPanel({ abn, ...props }: ShopFields & { abn: string }) {
  return (
    <section className="panel">
      <header>
        <h2>Who sells</h2>
      </header>
      <SettingsGroup title="Legal name and ABN" words="Below every page.">
        <TextField
          label={<Optional>Legal name</Optional>}
          maxLength={limits.name}
          hint="Of the person or company that sells, where it is not the name of the shop."
          {...textProps('legalName', props)}
        />
        {(abn !== '' || props.draft.showAbn) && (
          <Checkbox
            label="Show the ABN"
            name="showAbn"
            checked={props.draft.showAbn}
            onChange={({ target }) => props.onChange({ showAbn: target.checked })}
          />
        )}
        <p>
          {abn === '' ? 'No ABN yet.' : `ABN ${formatAbn(abn)}.`}{' '}
          <Link to={addressOfSettings('tax')}>Change it under Tax</Link>
        </p>
      </SettingsGroup>
      <AddressFields {...props} />
      <SettingsGroup title="Contact" words="Buyers see it on the home page and below every page.">
        <div className="pair">
          <TextField
            label={<Optional>Email</Optional>}
            type="email"
            maxLength={limits.email}
            {...textProps('email', props)}
          />
          <TextField
            label={<Optional>Phone</Optional>}
            type="tel"
            maxLength={limits.phone}
            {...textProps('phone', props)}
          />
        </div>
        <TextArea
          label={<Optional>Hours</Optional>}
          rows={3}
          maxLength={limits.shortProse}
          hint="A few lines, for example when visitors are welcome."
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
    <SettingsGroup title="Address" words="Where you trade from.">
      <TextField label={<Optional>Street</Optional>} maxLength={limits.address} {...textProps('street', props)} />
      <div className="pair">
        <TextField label={<Optional>City</Optional>} maxLength={limits.shortText} {...textProps('city', props)} />
        <Select
          label="Country"
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
          <Select label={<Optional>State</Optional>} {...textProps('state', props)}>
            <option value="">None</option>
            {australianStates.map((state) => (
              <option key={state}>{state}</option>
            ))}
          </Select>
        ) : (
          <TextField label={<Optional>State</Optional>} maxLength={limits.shortText} {...textProps('state', props)} />
        )}
        <TextField
          label={<Optional>Postcode</Optional>}
          inputMode={country === homeCountry ? 'numeric' : undefined}
          maxLength={limits.postcode}
          {...textProps('postcode', props)}
        />
      </div>
    </SettingsGroup>
  );
}
