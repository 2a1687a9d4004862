import { t } from '@lingui/core/macro';
import { Button } from '../../../ui/button.tsx';
import { PanelIcon } from '../../panel-icon.tsx';
import { nameOf } from './delivery-draft.ts';
import type { DeliveryFieldsProps } from './field-props.ts';
import { RatesTable } from './rates-table.tsx';
import { useZoneList } from './use-zone-list.ts';
import { ZoneRow } from './zone-row.tsx';

/** The table of rates: zones in their order, with a price for each size class. */
export function ZonesTable({ draft: { zones }, errors, onChange }: DeliveryFieldsProps) {
  const { openIds, toggle, removed, announcement, change, add, start, remove, undo, move } = useZoneList(
    zones,
    (next) => onChange({ zones: next }),
  );
  return (
    <section className="panel">
      <header>
        <h2>{t`Rates`}</h2>
      </header>
      {zones.length > 0 && (
        <div className="table-scroll">
          <RatesTable withActions>
            {zones.map((zone, position) => (
              <ZoneRow
                key={zone.id}
                zone={zone}
                errors={errors}
                isFirst={position === 0}
                isLast={position === zones.length - 1}
                isOpen={openIds.has(zone.id)}
                onToggle={() => toggle(zone.id)}
                onChange={(changes) => change(zones.map((other) => (other === zone ? { ...zone, ...changes } : other)))}
                onMove={(by) => move(zone, by)}
                onRemove={() => remove(zone)}
              />
            ))}
          </RatesTable>
        </div>
      )}
      {zones.length === 0 && <p className="panel-words muted">{t`No zones yet: delivery is not charged.`}</p>}
      {errors.zones && (
        <p className="error panel-words" role="alert">
          {errors.zones}
        </p>
      )}
      <footer className="panel-actions">
        <Button variant="line" small onClick={add}>
          <PanelIcon name="add" small />
          {t`Add a zone`}
        </Button>
        {zones.length === 0 && (
          <Button variant="line" small onClick={start}>
            {t`Start with Australia`}
          </Button>
        )}
        {removed && <Removed name={nameOf(removed.zone)} onUndo={undo} />}
      </footer>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  );
}

function Removed({ name, onUndo }: { name: string; onUndo: () => void }) {
  return (
    <p className="muted">
      {t`${name} removed.`}{' '}
      <Button variant="text" small id="undo-remove" aria-label={t`Undo: ${name} stays`} onClick={onUndo}>
        {t`Undo`}
      </Button>
    </p>
  );
}
