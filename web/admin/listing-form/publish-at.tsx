import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { dayIn, momentAt, timeIn } from '../../shell/day-in-zone.ts';
import { useShop } from '../../shell/shop.ts';
import { TextField } from '../../ui/field.tsx';

interface PublishAtProps {
  /** ISO 8601, or empty. */
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The day and the time, in the shop's time zone, at which a piece is listed. */
export function PublishAt({ value, error, onChange }: PublishAtProps) {
  const { timezone } = useShop();
  const [typed, setTyped] = useState({ day: '', time: '09:00' });
  // The typed day and time are shown as long as they mean `value`; an incomplete entry means the empty value.
  const isTyped = momentOf(typed, timezone) === value;
  const at = new Date(value);
  const shown = isTyped ? typed : { day: dayIn(timezone, at), time: timeIn(timezone, at) };
  const change = (changed: Partial<typeof shown>) => {
    const next = { ...shown, ...changed };
    setTyped(next);
    onChange(momentOf(next, timezone));
  };
  return (
    <div className="grid-4 items-start gap-4!">
      <TextField
        label={t`Listed on`}
        name="publishAt"
        type="date"
        min={dayIn(timezone)}
        value={shown.day}
        error={error}
        onChange={({ target }) => change({ day: target.value })}
      />
      <TextField
        label={t`At`}
        name="publishTime"
        type="time"
        value={shown.time}
        onChange={({ target }) => change({ time: target.value })}
      />
    </div>
  );
}

function momentOf({ day, time }: { day: string; time: string }, timezone: string): string {
  return day === '' || time === '' ? '' : momentAt(day, time, timezone);
}
