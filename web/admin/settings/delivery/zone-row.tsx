import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { type RatedClass, ratedClasses } from '#contract/listing-size.ts';
import { formatPrice } from '#contract/money.ts';
import { useShop } from '../../../shell/shop.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { choiceWords } from '../../listing-form/field-labels.ts';
import { PanelIcon } from '../../panel-icon.tsx';
import { CellField } from './cell-field.tsx';
import { nameOf, type ZoneDraft } from './delivery-draft.ts';
import type { ZoneFieldsProps } from './field-props.ts';
import { ZoneDetails } from './zone-details.tsx';
import { placesOf } from './zone-list.ts';

interface ZoneRowProps {
  zone: ZoneDraft;
  errors: Readonly<Record<string, string>>;
  isFirst: boolean;
  isLast: boolean;
  isOpen: boolean;
  onToggle: () => void;
  onChange: (changes: Partial<ZoneDraft>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

/** A zone with its prices and days, and below it, once opened, its name and places. */
export function ZoneRow(props: ZoneRowProps) {
  const { zone, errors, onToggle, onChange } = props;
  const errorOf = (field: string) => errorAt(errors, `zones.${zone.id}.${field}`);
  // A refused field is never hidden, because it takes the focus.
  const isOpen = props.isOpen || detailFields.some((field) => errorOf(field) !== undefined);
  return (
    <>
      <tr>
        <td className="cell-main">
          <NameAndPlaces zone={zone} isOpen={isOpen} onToggle={onToggle} />
        </td>
        <PriceCells zone={zone} errorOf={errorOf} onChange={onChange} />
        <td data-label={t`Working days`}>
          <DaysFields zone={zone} errorOf={errorOf} onChange={onChange} />
        </td>
        <td>
          <ZoneActions {...props} />
        </td>
      </tr>
      {isOpen && (
        <tr className="zone-details">
          <td colSpan={7}>
            <ZoneDetails zone={zone} errorOf={errorOf} onChange={onChange} />
          </td>
        </tr>
      )}
    </>
  );
}

const detailFields = ['name', 'countries', 'states', 'postcodes', 'insured', 'note'];

/** The message of a field, or of one of its entries: `states`, `states.0`. */
function errorAt(errors: Readonly<Record<string, string>>, path: string): string | undefined {
  return Object.entries(errors).find(([at]) => at === path || at.startsWith(`${path}.`))?.[1];
}

function NameAndPlaces({ zone, isOpen, onToggle }: Pick<ZoneRowProps, 'zone' | 'isOpen' | 'onToggle'>) {
  const name = nameOf(zone);
  return (
    <>
      <span className="strong">{name}</span>
      <small className="way-words">{placesOf(zone)}</small>
      <Button
        variant="text"
        small
        id={`${zone.id}-edit`}
        aria-expanded={isOpen}
        aria-label={t`Edit ${name}`}
        onClick={onToggle}
      >
        {t`Edit`}
      </Button>
    </>
  );
}

function PriceCells({ zone, errorOf, onChange }: ZoneFieldsProps) {
  const name = nameOf(zone);
  const unit = formatPrice(0, useShop().currency).replace(/[\d.,\s]/g, '');
  return (
    <>
      {ratedClasses.map((size) => (
        <td key={size} data-label={choiceWords.sizeClass[size]}>
          <CellField
            aria-label={rateLabels[size](name)}
            placeholder={t`Ask us`}
            inputMode="decimal"
            unit={unit}
            value={zone.rates[size]}
            error={errorOf(`rates.${size}`)}
            onChange={({ target }) => onChange({ rates: { ...zone.rates, [size]: target.value } })}
          />
        </td>
      ))}
      <td data-label={t`Free over`}>
        <CellField
          aria-label={t`${name}, free over`}
          placeholder={t`Never`}
          inputMode="decimal"
          unit={unit}
          value={zone.freeOver}
          error={errorOf('freeOver')}
          onChange={({ target }) => onChange({ freeOver: target.value })}
        />
      </td>
    </>
  );
}

const rateLabels: Readonly<Record<RatedClass, (zone: string) => string>> = {
  small: (zone) => t`${zone}, small`,
  medium: (zone) => t`${zone}, medium`,
  large: (zone) => t`${zone}, large`,
};

function DaysFields({ zone, errorOf, onChange }: ZoneFieldsProps) {
  const name = nameOf(zone);
  return (
    <span className="days-field">
      <CellField
        aria-label={t`${name}, working days from`}
        inputMode="numeric"
        value={zone.daysFrom}
        error={errorOf('daysFrom')}
        onChange={({ target }) => onChange({ daysFrom: target.value })}
      />
      {t({ message: 'to', context: 'from 3 to 8 days' })}
      <CellField
        aria-label={t`${name}, working days to`}
        inputMode="numeric"
        value={zone.daysTo}
        error={errorOf('daysTo')}
        onChange={({ target }) => onChange({ daysTo: target.value })}
      />
    </span>
  );
}

function ZoneActions({ zone, isFirst, isLast, onMove, onRemove }: ZoneRowProps) {
  const name = nameOf(zone);
  const up = useRef<HTMLButtonElement>(null);
  const down = useRef<HTMLButtonElement>(null);
  function move(by: -1 | 1) {
    flushSync(() => onMove(by));
    // A row that moves loses the focus, and at an end its button is disabled.
    const buttons = by === -1 ? [up, down] : [down, up];
    buttons.find(({ current }) => current && !current.disabled)?.current?.focus();
  }
  return (
    <span className="row-actions">
      <IconButton small ref={up} label={t`Move ${name} up`} disabled={isFirst} onClick={() => move(-1)}>
        <Icon name="ascending" small />
      </IconButton>
      <IconButton small ref={down} label={t`Move ${name} down`} disabled={isLast} onClick={() => move(1)}>
        <Icon name="descending" small />
      </IconButton>
      <IconButton small label={t`Remove ${name}`} onClick={onRemove}>
        <PanelIcon name="delete" small />
      </IconButton>
    </span>
  );
}
