import type { OwnSession, Profile } from '#contract/accounts.ts';
import type { SecondFactorState } from '#contract/second-factor.ts';
import { lazyComponent, useLazyComponent } from '../shell/lazy-component.ts';
import { LoadFailure } from '../shell/load-failure.tsx';
import { OwnData } from './own-data.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import type { SecondFactorProps } from './second-factor.tsx';

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
      {secondFactor && <SecondFactorSection state={secondFactor} mayRequire={profile.role === 'owner'} />}
      <OwnSessions sessions={sessions} />
      <OwnData />
    </div>
  );
}

const secondFactorSection = lazyComponent(() => import('./second-factor.tsx'));

/** Only admins load its script. */
function SecondFactorSection(props: SecondFactorProps) {
  const { Component: SecondFactor, hasFailed, ...failure } = useLazyComponent(secondFactorSection);
  if (SecondFactor) return <SecondFactor {...props} />;
  return hasFailed ? <LoadFailure {...failure} /> : <span className="spin mx-auto my-16 block" />;
}
