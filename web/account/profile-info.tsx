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
          <h2>Personal</h2>
          <Facts
            facts={[
              ['Name', profile.name],
              ['Email', profile.email],
              ['Phone', profile.phone],
            ]}
          />
          {!profile.emailConfirmed && <UnconfirmedEmail />}
        </section>
        <section>
          <h2>Delivery</h2>
          <Facts
            facts={[
              ['Address', profile.deliveryAddress],
              ['City', profile.deliveryCity],
              ['State', profile.deliveryState],
              ['Postcode', profile.deliveryPostcode],
            ]}
          />
        </section>
        <section className="md:mt-4!">
          <h2>Billing</h2>
          <BillingFacts profile={profile} />
        </section>
      </div>
      <div>
        <Button onClick={onEdit} data-mode-focus>
          Edit Profile
        </Button>
      </div>
    </div>
  );
}

function BillingFacts({ profile }: { profile: Profile }) {
  if (profile.sameAsDelivery) return <Facts facts={[['Address', 'Same as delivery']]} />;
  return (
    <Facts
      facts={[
        ['Address', profile.billingAddress],
        ['City', profile.billingCity],
        ['State', profile.billingState],
        ['Postcode', profile.billingPostcode],
      ]}
    />
  );
}
