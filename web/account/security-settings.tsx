import type { OwnSession, Profile } from '#contract/accounts.ts';
import { LeaveShop } from './leave-shop.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';

/** Password & Sessions, and the way out with everything that is one's own. */
export function SecuritySettings({ profile, sessions }: { profile: Profile; sessions: OwnSession[] }) {
  return (
    <div className="sheet max-w-[44rem]! gap-12!">
      <PasswordForm email={profile.email} />
      <OwnSessions sessions={sessions} />
      <LeaveShop />
    </div>
  );
}
