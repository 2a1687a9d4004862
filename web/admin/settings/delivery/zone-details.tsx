import { t } from '@lingui/core/macro';
import { homeCountry } from '#contract/country-names.ts';
import { limits } from '#contract/limits.ts';
import { australianStates } from '#contract/states.ts';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import { CountryPicker } from './country-picker.tsx';
import type { ZoneFieldsProps } from './field-props.ts';

/** The fields for the name of a zone, where it applies, its insurance, and what the buyer reads beside its price. */
export function ZoneDetails({ zone, errorOf, onChange }: ZoneFieldsProps) {
  const { countries, states, postcodes } = zone;
  const isHome = countries.length === 1 && countries[0] === homeCountry;
  return (
    <div className="stack">
      <div className="pair">
        <TextField
          label={t`Name of the zone`}
          id={`${zone.id}-name`}
          small
          maxLength={limits.name}
          value={zone.name}
          error={errorOf('name')}
          onChange={({ target }) => onChange({ name: target.value })}
        />
        <TextField
          label={t`Words for the buyer`}
          small
          hint={t`Shown with the price, for example who pays duties.`}
          maxLength={limits.shortText}
          value={zone.note}
          error={errorOf('note')}
          onChange={({ target }) => onChange({ note: target.value })}
        />
      </div>
      <CountryPicker
        chosen={countries}
        error={errorOf('countries')}
        onChange={(codes) => onChange({ countries: codes })}
      />
      {/* Also shown for other countries while there are states or postcodes, so that these can be removed. */}
      {(isHome || states.length > 0) && <States {...{ zone, errorOf, onChange }} />}
      {(isHome || postcodes !== '') && (
        <div className="pair">
          <TextField
            label={t`Postcodes`}
            small
            inputMode="text"
            hint={t`Like 2000-2249, 2600. Empty: every postcode.`}
            value={postcodes}
            error={errorOf('postcodes')}
            onChange={({ target }) => onChange({ postcodes: target.value })}
          />
        </div>
      )}
      <Checkbox
        label={t`Insured to the full price`}
        checked={zone.insured}
        onChange={({ target }) => onChange({ insured: target.checked })}
      />
    </div>
  );
}

function States({ zone: { id, states }, errorOf, onChange }: ZoneFieldsProps) {
  const error = errorOf('states');
  return (
    <fieldset aria-describedby={error && `${id}-states`}>
      <legend className="label">{t`States`}</legend>
      <div className="choices">
        {australianStates.map((state) => (
          <Checkbox
            key={state}
            label={state}
            checked={states.includes(state)}
            aria-invalid={error && states.includes(state) ? true : undefined}
            onChange={({ target }) =>
              onChange({
                states: australianStates.filter((other) => (other === state ? target.checked : states.includes(other))),
              })
            }
          />
        ))}
      </div>
      {error ? (
        <p className="error" id={`${id}-states`}>
          {error}
        </p>
      ) : (
        <p className="hint">{t`None chosen: every state.`}</p>
      )}
    </fieldset>
  );
}
