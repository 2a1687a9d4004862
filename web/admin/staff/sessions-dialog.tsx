import { t } from '@lingui/core/macro';
import { useEffect, useId, useState } from 'react';
import type { OwnSession } from '#contract/accounts.ts';
import type { StaffMember } from '#contract/staff.ts';
import { EndSessionButton, SessionLine } from '../../account/own-sessions.tsx';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNote } from '../../ui/note.tsx';
import { showToast } from '../../ui/toast.tsx';
import { adminFailure } from '../admin-failure.ts';

/** Shows the sessions of somebody with a role, and ends single ones. `person` is null while the dialog is closed. */
export function SessionsDialog({ person, onClose }: { person: StaffMember | null; onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open={person !== null} onClose={onClose} labelledBy={titleId} variant="wide">
      {person && <Sessions person={person} titleId={titleId} onClose={onClose} />}
    </Dialog>
  );
}

function Sessions({ person, titleId, onClose }: { person: StaffMember; titleId: string; onClose: () => void }) {
  const { sessions, failure, load } = useSessions(person.id);
  const name = person.name || person.email;

  async function end(sessionId: string) {
    const answer = await call('endStaffSession', { params: { id: person.id, sessionId } });
    if (!answer.success) showToast({ tone: 'failed', text: answer.message });
    await load();
  }
  return (
    <div className="grid gap-4">
      <h2 className="text-18!" id={titleId}>
        {t`Sessions of ${name}`}
      </h2>
      {failure !== null && <FailureNote>{failure}</FailureNote>}
      {sessions?.length === 0 && <p className="muted">{t`Not signed in`}</p>}
      {sessions && sessions.length > 0 && (
        <ul className="border-t border-line">
          {sessions.map((session) => (
            <SessionLine key={session.id} session={session}>
              <EndSessionButton device={session.device} onEnd={() => end(session.id)} />
            </SessionLine>
          ))}
        </ul>
      )}
      <div>
        <Button variant="line" data-autofocus onClick={onClose}>
          {t`Close`}
        </Button>
      </div>
    </div>
  );
}

function useSessions(id: string) {
  const [sessions, setSessions] = useState<readonly OwnSession[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);

  async function load() {
    const answer = await call('listStaffSessions', { params: { id } });
    if (answer.success) setSessions(answer.sessions);
    setFailure(answer.success ? null : adminFailure(t`Failed to fetch the sessions`, answer).message);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the component is mounted again for another person
  useEffect(() => void load(), []);
  return { sessions, failure, load };
}
