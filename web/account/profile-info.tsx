import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Profile } from '#contract/accounts.ts';
import { Button } from '../ui/button.tsx';
import { useEditMode } from './edit-mode.ts';
import { Facts } from './facts.tsx';
import { ProfileForm } from './profile-form.tsx';
import { UnconfirmedEmail } from './unconfirmed-email.tsx';

/** Profile Info in view and edit mode (docs/behaviour/accounts.md, 14 and 15). */
export function ProfileInfo({ profile }: { profile: Profile }) {
  const { editing, setEditing, box } = useEditMode<HTMLDivElement>();
  return (
    <div ref={box}>
      {editing ? (
        <ProfileForm profile={profile} onDone={() => setEditing(false)} />
      ) : (
        <ProfileFacts profile={profile} onEdit={() => setEditing(true)} />
      )}
    </div>
  );
}

function ProfileFacts({ profile, onEdit }: { profile: Profile; onEdit: () => void }) {
  return (
    <div className="sheet">
      <div className="sheet-cols">
        <section>
          <h2>
            <Trans>Personal</Trans>
          </h2>
          <Facts
            facts={[
              [t`Name`, profile.name],
              [t`Email`, profile.email],
              [t`Phone`, profile.phone],
            ]}
          />
          {!profile.emailConfirmed && <UnconfirmedEmail />}
        </section>
        <section>
          <h2>
            <Trans>Delivery</Trans>
          </h2>
          <Facts
            facts={[
              [t`Address`, profile.deliveryAddress],
              [t`City`, profile.deliveryCity],
              [t`State`, profile.deliveryState],
              [t`Postcode`, profile.deliveryPostcode],
            ]}
          />
        </section>
        <section className="md:mt-4!">
          <h2>
            <Trans>Billing</Trans>
          </h2>
          <BillingFacts profile={profile} />
        </section>
      </div>
      <div>
        <Button onClick={onEdit} data-mode-focus>
          <Trans>Edit Profile</Trans>
        </Button>
      </div>
    </div>
  );
}

function BillingFacts({ profile }: { profile: Profile }) {
  if (profile.sameAsDelivery) return <Facts facts={[[t`Address`, t`Same as delivery`]]} />;
  return (
    <Facts
      facts={[
        [t`Address`, profile.billingAddress],
        [t`City`, profile.billingCity],
        [t`State`, profile.billingState],
        [t`Postcode`, profile.billingPostcode],
      ]}
    />
  );
}
