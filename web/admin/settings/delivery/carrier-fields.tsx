import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { limits } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import type { DeliveryDraft } from './delivery-draft.ts';
import type { DeliveryFieldsProps } from './field-props.ts';

/** The fields for the owner's carriers, besides those whose tracking pages the shop knows. */
export function CarrierFields({ draft: { carriers }, errors, onChange }: DeliveryFieldsProps) {
  const list = useRef<HTMLDivElement>(null);
  const change = (position: number, changes: Partial<Carrier>) =>
    onChange({ carriers: carriers.map((carrier, at) => (at === position ? { ...carrier, ...changes } : carrier)) });
  function remove(position: number) {
    onChange({ carriers: carriers.filter((_, at) => at !== position) });
    // The button with the focus is removed.
    list.current?.focus();
  }
  return (
    <section className="panel">
      <header>
        <h2>{t`Carriers`}</h2>
      </header>
      <div className="settings-group">
        <div>
          <h3>{t`Your own carriers`}</h3>
          <p>{t`Australia Post, StarTrack, DHL, FedEx, UPS and TNT are known already.`}</p>
        </div>
        <div ref={list} tabIndex={-1} role="group" aria-label={t`Your own carriers`}>
          {carriers.map((carrier, position) => (
            <CarrierRow
              // biome-ignore lint/suspicious/noArrayIndexKey: carriers have no id, and their fields are controlled.
              key={position}
              carrier={carrier}
              errorOf={(field) => errors[`carriers.${position}.${field}`]}
              onChange={(changes) => change(position, changes)}
              onRemove={() => remove(position)}
            />
          ))}
          {errors.carriers && <p className="error">{errors.carriers}</p>}
          <div>
            <Button
              variant="line"
              small
              disabled={carriers.length >= limits.ownCarriers}
              onClick={() => onChange({ carriers: [...carriers, { name: '', page: '' }] })}
            >
              {t`Add a carrier`}
            </Button>
          </div>
        </div>
      </div>
    </section>
  );
}

type Carrier = DeliveryDraft['carriers'][number];

interface CarrierRowProps {
  carrier: Carrier;
  errorOf: (field: keyof Carrier) => string | undefined;
  onChange: (changes: Partial<Carrier>) => void;
  onRemove: () => void;
}

/** Stands for the tracking number in the address of a tracking page. */
const numberMark = '{number}';

function CarrierRow({ carrier: { name, page }, errorOf, onChange, onRemove }: CarrierRowProps) {
  return (
    <div className="grid gap-2 pb-4">
      <TextField
        label={t`Name of the carrier`}
        small
        autoComplete="off"
        maxLength={limits.name}
        value={name}
        error={errorOf('name')}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextField
        label={t`Tracking page`}
        small
        type="url"
        autoComplete="off"
        maxLength={limits.url}
        placeholder="https://carrier.example/track/{number}"
        hint={t`Its address, with ${numberMark} where the tracking number stands.`}
        value={page}
        error={errorOf('page')}
        onChange={({ target }) => onChange({ page: target.value })}
      />
      <div>
        <Button variant="text" onClick={onRemove}>
          {name ? (
            <Trans>
              Remove<span className="visually-hidden"> {name}</span>
            </Trans>
          ) : (
            <Trans>
              Remove<span className="visually-hidden"> this carrier</span>
            </Trans>
          )}
        </Button>
      </div>
    </div>
  );
}
