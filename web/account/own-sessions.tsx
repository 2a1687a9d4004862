import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { OwnSession } from '#contract/accounts.ts';
import { call } from '../api.ts';
import { signOut } from '../session.ts';
import { useTimes } from '../shell/use-times.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { recoverFocus } from '../ui/recover-focus.ts';
import { showToast } from '../ui/toast.tsx';
import { deviceName } from './device-name.ts';

/** The sessions of the account, and the button that ends all of them. */
export function OwnSessions({ sessions }: { sessions: readonly OwnSession[] }) {
  return (
    <section className="form">
      <h2>
        <Trans>Sessions</Trans>
      </h2>
      <ul className="border-t border-line">
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session}>
            {!session.current && <EndSession session={session} />}
          </SessionLine>
        ))}
      </ul>
      <SignOutEverywhere />
    </section>
  );
}

/** A session, with its button in `children`. */
export function SessionLine({ session, children }: { session: OwnSession; children?: ReactNode }) {
  const { minute } = useTimes();
  const name = deviceName(session.device);
  return (
    <li className="grid gap-x-6 border-b border-line py-3 sm:grid-cols-[1fr_auto_auto] sm:items-center">
      <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium wrap-anywhere" title={session.device}>
          {name}
        </span>
        {session.current && (
          <Badge tone="paid">
            <Trans>This session</Trans>
          </Badge>
        )}
      </span>
      <span className="small muted numeric">
        <Trans>
          Signed in <time dateTime={session.createdAt}>{minute(session.createdAt)}</time>
        </Trans>
        <br />
        <Trans>
          Last used <time dateTime={session.lastSeenAt}>{minute(session.lastSeenAt)}</time>
        </Trans>
      </span>
      <span>{children}</span>
    </li>
  );
}

function EndSession({ session: { id, device } }: { session: OwnSession }) {
  const { revalidate } = useRevalidator();

  async function end() {
    const answer = await call('endSession', { params: { id } });
    if (!answer.success) showToast({ tone: 'failed', text: answer.message });
    await revalidate();
  }
  return <EndSessionButton device={device} onEnd={end} />;
}

/** The button that ends the session of a device. */
export function EndSessionButton({ device, onEnd }: { device: string; onEnd: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false);
  const name = deviceName(device);

  async function end() {
    setBusy(true);
    await onEnd();
    setBusy(false);
    // The line with the button may be gone.
    recoverFocus();
  }
  return (
    <Button variant="line" busy={isBusy} aria-label={t`Sign out ${name}`} onClick={() => void end()}>
      <Trans>Sign Out</Trans>
    </Button>
  );
}

function SignOutEverywhere() {
  const [asking, setAsking] = useState(false);

  async function endAll() {
    const answer = await call('endOtherSessions');
    if (!answer.success) return answer;
    setAsking(false);
    await signOut();
    showToast({ tone: 'done', text: t`You are signed out everywhere.` });
  }

  return (
    <div>
      <Button variant="line" onClick={() => setAsking(true)}>
        <Trans>Sign Out Everywhere</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        title={t`Sign out everywhere?`}
        confirmLabel={t`Sign Out Everywhere`}
        onConfirm={endAll}
        onCancel={() => setAsking(false)}
      >
        <Trans>Every session of yours ends, this one too. Sign in again with your password.</Trans>
      </ConfirmDialog>
    </div>
  );
}
