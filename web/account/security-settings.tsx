import type { OwnSession, Profile } from '#contract/accounts.ts';
import { OwnData } from './own-data.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';

/** Password & Sessions: the password, the sessions, the data export and the deletion of the account. */
export function SecuritySettings({ profile, sessions }: { profile: Profile; sessions: OwnSession[] }) {
  return (
    <div className="sheet max-w-[44rem]! gap-12!">
      <PasswordForm email={profile.email} />
      <OwnSessions sessions={sessions} />
      <OwnData />
    </div>
  );
}
