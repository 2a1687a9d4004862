import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { OrderDetails } from '#contract/orders.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { showToast } from '../../ui/toast.tsx';
import { useHasRole } from '../admin-access.ts';
import { failureText } from '../admin-failure.ts';
import { useReload } from '../use-reload.ts';
import { Strip } from './strip.tsx';

/** The name that the buyer of an order wants in the provenance, while nobody has answered, with a button for each answer. */
export function NameStrip({ order: { id, nameInProvenance: name = '', nameState } }: { order: OrderDetails }) {
  const mayAnswer = useHasRole('staff');
  const [busy, setBusy] = useState<'shown' | 'refused' | null>(null);
  const reload = useReload();

  async function answer(state: 'shown' | 'refused') {
    setBusy(state);
    const answered = await call('answerNameInProvenance', { params: { id }, body: { name, state } });
    if (!answered.success) showToast({ tone: 'failed', text: failureText(t`Failed to answer`, answered) });
    else
      showToast({ tone: 'done', text: state === 'shown' ? t`Visitors read the name now` : t`The name is not shown` });
    reload();
    setBusy(null);
  }
  if (nameState !== 'waiting') return null;
  return (
    <Strip
      title={t`The buyer wants to be named in the provenance: ${name}`}
      actions={
        mayAnswer && (
          <span className="flex flex-wrap gap-3">
            <Button busy={busy === 'shown'} onClick={() => void answer('shown')}>{t`Show the name`}</Button>
            <Button variant="line" busy={busy === 'refused'} onClick={() => void answer('refused')}>
              {t`Do not show it`}
            </Button>
          </span>
        )
      }
    >
      {t`Everybody will read it on the page of the piece. Until you agree, visitors do not read the name.`}
    </Strip>
  );
}
