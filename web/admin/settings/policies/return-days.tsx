import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { TextField } from '../../../ui/field.tsx';
import { SettingsGroup } from '../settings-group.tsx';

interface ReturnDaysProps {
  saved: number;
  isChanged: boolean;
  error: string | undefined;
  onChange: (days: number) => void;
}

/** The field for the number of days in which buyers can ask for a return in their account (docs/behaviour/returns.md, 11). */
export function ReturnDays({ saved, isChanged, error, onChange }: ReturnDaysProps) {
  const [written, setWritten] = useState('');
  return (
    <section className="panel" aria-label={t`Returns in the account`}>
      <SettingsGroup
        title={t`Returns in the account`}
        words={t`Buyers can ask there to return a piece until so many days after its delivery. Empty: they see no button there, and write to you instead. It takes nothing from their rights when something is wrong with a piece.`}
      >
        <TextField
          label={t`Days after delivery`}
          name="returnDays"
          inputMode="numeric"
          small
          value={isChanged ? written : String(saved || '')}
          error={error}
          onChange={({ target }) => {
            setWritten(target.value);
            onChange(target.value.trim() === '' ? 0 : Number(target.value));
          }}
        />
      </SettingsGroup>
    </section>
  );
}
