import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { LogoGround } from '#contract/media.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { showToast } from '../../ui/toast.tsx';
import { adminFailure } from '../admin-failure.ts';
import { useReload } from '../use-reload.ts';

const words: Readonly<Record<LogoGround, { action: string; question: string; result: string }>> = {
  light: {
    action: t`Remove logo`,
    question: t`Remove logo?`,
    result: t`The shop’s name will stand in its place, on every page.`,
  },
  dark: {
    action: t`Remove logo for dark ground`,
    question: t`Remove logo for dark ground?`,
    result: t`The other logo will stand in its place, on every page.`,
  },
};

/** Removes a logo after a confirmation that says what replaces it. The button is shown only if there is a logo. */
export function RemoveLogo({ ground, hasLogo }: { ground: LogoGround; hasLogo: boolean }) {
  const { action, question, result } = words[ground];
  const [asking, setAsking] = useState(false);
  const reload = useReload();

  async function remove() {
    const answer = await call('removeLogo', { query: { ground } });
    reload();
    if (!answer.success) return adminFailure(t`Failed to remove logo`, answer);
    setAsking(false);
    showToast({ tone: 'done', text: answer.message });
  }

  return (
    <>
      {hasLogo && (
        <Button variant="danger" small onClick={() => setAsking(true)}>
          {action}
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        title={question}
        confirmLabel={action}
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        {result}
      </ConfirmDialog>
    </>
  );
}
