import { t } from '@lingui/core/macro';
import type { ShopSettings as Settings } from '#contract/shop-settings.ts';
import { call } from '../../../api.ts';
import { redirectIfDenied, requireAdmin, useHasRole } from '../../admin-access.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import { SaveBar } from '../save-bar.tsx';
import { SavedMeanwhile } from '../saved-meanwhile.tsx';
import { useSectionForm } from '../use-section-form.ts';
import type { Route } from './+types/shop-settings.ts';
import { FixedFacts } from './fixed-facts.tsx';
import { NamePanel } from './name-panel.tsx';
import { SellerPanel } from './seller-panel.tsx';
import { ShopValues } from './shop-values.tsx';

export async function clientLoader() {
  await requireAdmin();
  const [shop, tax] = await Promise.all([call('getShopSettings'), call('getTaxSettings')]);
  return { answer: redirectIfDenied(shop), abn: tax.success ? tax.settings.abn : '' };
}

/** The settings for who sells and how to reach them (docs/behaviour/settings.md, 6). Owners change them; others see the values. */
export default function ShopSettings({ loaderData: { answer, abn } }: Route.ComponentProps) {
  const isOwner = useHasRole('owner');
  return (
    <div className="stack">
      {!answer.success && <ListFailure message={answer.message} />}
      {answer.success &&
        (isOwner ? (
          <ShopForm saved={answer.settings} abn={abn} />
        ) : (
          <ShopValues settings={answer.settings} abn={abn} />
        ))}
    </div>
  );
}

const fieldTitles: Readonly<Record<keyof Settings, string>> = {
  name: t`Shop name`,
  legalName: t`Legal name`,
  showAbn: t`ABN below every page`,
  street: t`Street`,
  city: t`City`,
  state: t`State`,
  postcode: t`Postcode`,
  country: t`Country`,
  email: t`Email`,
  phone: t`Phone`,
  hours: t`Hours`,
};
const fields = [
  ...(['name', 'legalName', 'showAbn', 'street', 'city', 'state', 'postcode', 'country'] as const),
  ...(['email', 'phone', 'hours'] as const),
];

function ShopForm({ saved, abn }: { saved: Settings; abn: string }) {
  const { draft, changed, disputed, isBusy, failure, form, change, discard, takeTheirs } = useSectionForm({
    saved,
    fields,
    save: (body) => call('updateShopSettings', { body }),
  });
  const props = { draft, errors: failure?.fields ?? {}, onChange: change };
  return (
    <form className="stack" {...form}>
      <NamePanel {...props} />
      <SellerPanel {...props} abn={abn} />
      <FixedFacts />
      {disputed.length > 0 && <SavedMeanwhile news={titlesOf(disputed)} onTake={takeTheirs} />}
      <SaveBar changed={titlesOf(changed)} failure={failure} busy={isBusy} onDiscard={discard} />
    </form>
  );
}

const titlesOf = (names: readonly (keyof Settings)[]) => names.map((name) => fieldTitles[name]);
