import type { OwnSession, Profile } from '#contract/accounts.ts';
import type { SecondFactorState } from '#contract/second-factor.ts';
import { lazyComponent } from '../shell/lazy-component.ts';
import { LazyContent } from '../shell/lazy-content.tsx';
import { OwnData } from './own-data.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';

interface SecuritySettingsProps {
  profile: Profile;
  sessions: OwnSession[];
  /** Null for customers. */
  secondFactor: SecondFactorState | null;
}

/** Password & Sessions: the password, an admin's second factor, the sessions, the data export and the deletion of the account. */
export function SecuritySettings({ profile, sessions, secondFactor }: SecuritySettingsProps) {
  return (
    <div className="sheet max-w-[44rem]! gap-12!">
      <PasswordForm email={profile.email} />
      {secondFactor && (
        <LazyContent of={secondFactorSection} props={{ state: secondFactor, mayRequire: profile.role === 'owner' }} />
      )}
      <OwnSessions sessions={sessions} />
      <OwnData />
    </div>
  );
}

/** The section for the second factor. Only admins load its script. */
const secondFactorSection = lazyComponent(() => import('./second-factor.tsx'));
