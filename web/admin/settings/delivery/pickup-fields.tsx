import { t } from '@lingui/core/macro';
import { limits } from '#contract/limits.ts';
import { Checkbox, TextField } from '../../../ui/field.tsx';
import type { DeliveryFieldsProps } from './field-props.ts';

/** The fields for whether and where buyers may collect, and for how long the shop needs to pack. */
export function PickupFields({ draft, errors, onChange }: DeliveryFieldsProps) {
  return (
    <section className="panel">
      <header>
        <h2>{t`Pickup and time`}</h2>
      </header>
      <div className="settings-group">
        <div>
          <h3>{t`Pickup`}</h3>
          <p>{t`Buyers choose it at the checkout and pay no delivery.`}</p>
        </div>
        <div>
          <Checkbox
            label={t`Buyers may collect`}
            checked={draft.pickup}
            onChange={({ target }) => onChange({ pickup: target.checked })}
          />
          <TextField
            label={t`Where buyers collect`}
            small
            maxLength={limits.address}
            value={draft.pickupAddress}
            error={errors.pickupAddress}
            onChange={({ target }) => onChange({ pickupAddress: target.value })}
          />
          <TextField
            label={t`Words for the buyer`}
            small
            hint={t`Hours, and what to bring.`}
            maxLength={limits.shortText}
            value={draft.pickupNote}
            error={errors.pickupNote}
            onChange={({ target }) => onChange({ pickupNote: target.value })}
          />
        </div>
      </div>
      <div className="settings-group">
        <div>
          <h3>{t`Packing time`}</h3>
          <p>{t`Counted before the days of the zone.`}</p>
        </div>
        <div>
          <div className="pair">
            <TextField
              label={t`Working days to pack`}
              small
              inputMode="numeric"
              value={draft.packingDays}
              error={errors.packingDays}
              onChange={({ target }) => onChange({ packingDays: target.value })}
            />
          </div>
        </div>
      </div>
    </section>
  );
}
