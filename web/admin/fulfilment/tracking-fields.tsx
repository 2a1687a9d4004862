import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { carriers, trackingLink } from '#contract/carriers.ts';
import { Select, TextField } from '../../ui/field.tsx';
import type { FormFailure } from '../../ui/use-submission.ts';
import { carrierOf, otherCarrier, type ShipmentDraft } from './shipment-draft.ts';
import { useOwnCarriers } from './use-own-carriers.ts';

interface TrackingFieldsProps {
  draft: ShipmentDraft;
  today: string;
  failure: FormFailure | null;
  onChange: (changes: Partial<ShipmentDraft>) => void;
}

/** Carrier, tracking number and day of a shipment, with the page that the buyer will open. */
export function TrackingFields({ draft, today, failure, onChange }: TrackingFieldsProps) {
  const own = useOwnCarriers();
  const link = trackingLink(carrierOf(draft), draft.number, own);
  const page = link?.replace(/^https:\/\/(www\.)?/, '');
  const errors = failure?.fields ?? {};
  const isOther = draft.choice === otherCarrier;
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Select
        label={t`Carrier`}
        value={draft.choice}
        error={isOther ? undefined : errors.carrier}
        onChange={({ target }) => onChange({ choice: target.value })}
      >
        {[...own, ...carriers.filter(({ name }) => !own.some((one) => one.name === name))].map(({ name }) => (
          <option key={name}>{name}</option>
        ))}
        <option value={otherCarrier}>{t`Another carrier`}</option>
      </Select>
      {isOther && (
        <TextField
          label={t`Name of the carrier`}
          value={draft.other}
          error={errors.carrier}
          hint={t`Or how it travels, like “Own van”.`}
          onChange={({ target }) => onChange({ other: target.value })}
        />
      )}
      <TextField
        label={isOther ? t`Tracking number (optional)` : t`Tracking number`}
        value={draft.number}
        error={errors.number}
        hint={
          link ? (
            <span className="wrap-anywhere">
              <Trans>
                Opens{' '}
                <a href={link} target="_blank" rel="noreferrer">
                  {page}
                  <span className="visually-hidden"> (opens in a new tab)</span>
                </a>
              </Trans>
            </span>
          ) : undefined
        }
        onChange={({ target }) => onChange({ number: target.value })}
      />
      <TextField
        label={t`Left on`}
        type="date"
        max={today}
        value={draft.day}
        error={errors.shippedAt}
        onChange={({ target }) => onChange({ day: target.value })}
      />
    </div>
  );
}
