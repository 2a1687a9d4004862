import { useShop } from '../../../shell/shop.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { nameOf } from './delivery-draft.ts';
import type { DeliveryFieldsProps } from './field-props.ts';
import { useZoneList } from './use-zone-list.ts';
import { ZoneRow } from './zone-row.tsx';

/** The table of rates: zones in their order, with a price for each size class. */
export function ZonesTable({ draft: { zones }, errors, onChange }: DeliveryFieldsProps) {
  const { currency } = useShop();
  const { openIds, toggle, removed, announcement, change, add, start, remove, undo, move } = useZoneList(
    zones,
    (next) => onChange({ zones: next }),
  );
  return (
    <section className="panel">
      <header>
        <h2>Rates</h2>
      </header>
      {zones.length > 0 && (
        <div className="table-scroll">
          <table className="table table-cards rates">
            <caption className="visually-hidden">Price of delivery in {currency} for each zone and size class</caption>
            <RatesHead withActions />
            <tbody>
              {zones.map((zone, position) => (
                <ZoneRow
                  key={zone.id}
                  zone={zone}
                  errors={errors}
                  isFirst={position === 0}
                  isLast={position === zones.length - 1}
                  isOpen={openIds.has(zone.id)}
                  onToggle={() => toggle(zone.id)}
                  onChange={(changes) =>
                    change(zones.map((other) => (other === zone ? { ...zone, ...changes } : other)))
                  }
                  onMove={(by) => move(zone, by)}
                  onRemove={() => remove(zone)}
                />
              ))}
              <Elsewhere />
            </tbody>
          </table>
        </div>
      )}
      {zones.length === 0 && <p className="panel-words muted">No zones yet: delivery is not charged.</p>}
      {errors.zones && (
        <p className="error panel-words" role="alert">
          {errors.zones}
        </p>
      )}
      <footer className="panel-actions">
        <Button variant="line" small onClick={add}>
          <Icon name="add" small />
          Add a zone
        </Button>
        {zones.length === 0 && (
          <Button variant="line" small onClick={start}>
            Start with Australia
          </Button>
        )}
        {removed && (
          <p className="muted">
            {nameOf(removed.zone)} removed.{' '}
            <Button
              variant="text"
              small
              id="undo-remove"
              aria-label={`Undo: ${nameOf(removed.zone)} stays`}
              onClick={undo}
            >
              Undo
            </Button>
          </p>
        )}
      </footer>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </section>
  );
}

export function RatesHead({ withActions = false }: { withActions?: boolean }) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span>Zone</span>
        </th>
        {['Small', 'Medium', 'Large', 'Free over', 'Working days'].map((title) => (
          <th key={title} scope="col">
            <span className="align-end">{title}</span>
          </th>
        ))}
        {withActions && (
          <th scope="col">
            <span>
              <span className="visually-hidden">Order of zones</span>
            </span>
          </th>
        )}
      </tr>
    </thead>
  );
}

/** The last row, which cannot be changed. */
export function Elsewhere() {
  return (
    <tr>
      <td className="cell-main">
        <span className="strong">Everywhere else</span>
        <small className="way-words">What no zone covers</small>
      </td>
      <td colSpan={6} className="muted">
        Ask us. The buyer writes to you and you answer with a price.
      </td>
    </tr>
  );
}
