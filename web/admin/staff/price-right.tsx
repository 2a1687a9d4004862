import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { StaffMember } from '#contract/staff.ts';
import { call } from '../../api.ts';
import { Checkbox } from '../../ui/field.tsx';
import { showToast } from '../../ui/toast.tsx';
import { failureText } from '../admin-failure.ts';

/** A checkbox for the right of somebody of the staff to set prices. It changes when the server has changed the right. */
export function PriceRight({ person }: { person: StaffMember }) {
  const { revalidate } = useRevalidator();
  const [isBusy, setIsBusy] = useState(false);
  const name = person.name || person.email;

  async function change(maySetPrices: boolean) {
    setIsBusy(true);
    const answer = await call('setPriceRight', { params: { id: person.id }, body: { maySetPrices } });
    if (answer.success) await revalidate();
    setIsBusy(false);
    if (answer.success)
      showToast({ tone: 'done', text: maySetPrices ? t`${name} may set prices` : t`${name} may set no prices` });
    else showToast({ tone: 'failed', text: failureText(t`Failed to change the right`, answer) });
  }
  return (
    <Checkbox
      label={
        <>
          {t`Sets prices`}
          <span className="visually-hidden"> {name}</span>
        </>
      }
      checked={person.maySetPrices}
      aria-disabled={isBusy}
      onChange={({ target }) => {
        if (!isBusy) void change(target.checked);
      }}
    />
  );
}
