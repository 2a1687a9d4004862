import { Trans } from '@lingui/react/macro';
import { homeCountry } from '#contract/country-names.ts';
import { australianStates } from '#contract/states.ts';
import { Select } from '../ui/field.tsx';
import { fieldLabels, type NotedGroup, stateOf } from './checkout-form.ts';
import { FormField, type FormState } from './form-field.tsx';
import { ProfileNote } from './profile-note.tsx';

/** The fields for the person and the delivery address. */
export function DeliveryFields({ form, notedGroup }: { form: FormState; notedGroup: NotedGroup | null }) {
  return (
    <>
      <fieldset>
        <legend>
          <Trans>Personal Information</Trans>
        </legend>
        {notedGroup === 'personal' && <ProfileNote />}
        <div className="grid-2 items-start">
          <FormField name="firstName" form={form} autoComplete="given-name" />
          <FormField name="lastName" form={form} autoComplete="family-name" />
          <FormField name="email" form={form} type="email" autoComplete="email" />
          <FormField name="phone" form={form} type="tel" autoComplete="tel" placeholder="0400 000 000" />
        </div>
      </fieldset>
      <fieldset>
        <legend>
          <Trans>Delivery Address</Trans>
        </legend>
        {notedGroup === 'delivery' && <ProfileNote />}
        <div className="form">
          <FormField name="address" form={form} autoComplete="street-address" />
          <div className="grid-3 items-start">
            <FormField name="city" form={form} autoComplete="address-level2" />
            {form.values.country === homeCountry ? (
              <Select
                name="state"
                label={fieldLabels.state}
                autoComplete="address-level1"
                value={form.values.state}
                onChange={(event) => form.change('state', event.target.value)}
              >
                {australianStates.map((state) => (
                  <option key={state}>{state}</option>
                ))}
              </Select>
            ) : (
              <FormField name="state" form={withSentState(form)} autoComplete="address-level1" required={false} />
            )}
            <FormField name="postcode" form={form} autoComplete="postal-code" inputMode="numeric" />
          </div>
        </div>
      </fieldset>
    </>
  );
}

/** The form with the state as it would be sent: empty if an Australian state was chosen before another country. */
const withSentState = (form: FormState): FormState => ({
  ...form,
  values: { ...form.values, state: stateOf(form.values) },
});
