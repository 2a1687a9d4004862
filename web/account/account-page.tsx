import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { data, Link, useNavigation } from 'react-router';
import type { Profile } from '#contract/accounts.ts';
import { signOut } from '../session.ts';
import { useShop } from '../shell/shop.ts';
import { Button } from '../ui/button.tsx';
import { TabPanel } from '../ui/tabs.tsx';
import type { Route } from './+types/account-page.ts';
import { AccountLoading } from './account-loading.tsx';
import { AccountTabs, tabLabels, tabOf } from './account-tabs.tsx';
import { type AccountView, loadAccount } from './load-account.ts';
import { OrderHistory } from './order-history.tsx';
import { NoPaymentDetails, PaymentSettings } from './payment-settings.tsx';
import { ProfileInfo } from './profile-info.tsx';
import { SecuritySettings } from './security-settings.tsx';

/** The server renders only the frame, because the session token is stored in the browser. */
export function loader({ params }: Route.LoaderArgs) {
  chosenTab(params.tab);
  return null;
}

export function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  return loadAccount(chosenTab(params.tab), new URL(request.url).searchParams);
}
clientLoader.hydrate = true as const;

export function meta({ params, matches }: Route.MetaArgs) {
  const tab = tabOf(params.tab) ?? 'orders';
  const shop = matches[0].loaderData?.shop.name;
  return [{ title: [tabLabels[tab], shop].filter(Boolean).join(' | ') }, { name: 'robots', content: 'noindex' }];
}

export function HydrateFallback({ params }: Route.HydrateFallbackProps) {
  return <AccountLoading tab={tabOf(params.tab) ?? 'orders'} />;
}

/** Account page (docs/behaviour/pages.md, 10 and 11). */
export default function AccountPage({ loaderData: view }: Route.ComponentProps) {
  // Only the server's loader returns null; the browser's loader returns data or redirects.
  if (view === null) return null;
  const { profile, tab } = view;
  return (
    <main id="main" className="page pt-8 pb-[var(--gap-section)]">
      <div className="mb-5 flex flex-wrap items-baseline justify-between gap-x-6">
        <h1 className="heading-section min-w-0 break-words">{profile.name || profile.email || t`User`}</h1>
        <div className="flex gap-x-6">
          <Link className="button-text" to="/saved">
            <Trans>Saved</Trans>
          </Link>
          <Button variant="text" onClick={() => void signOut()}>
            <Trans>Sign Out</Trans>
          </Button>
        </div>
      </div>
      <AccountTabs chosen={tab} isAdmin={profile.isAdmin} />
      <div className="account-columns">
        <TabPanel id={tab}>
          <Waiting>
            <TabContent view={view} />
          </Waiting>
        </TabPanel>
      </div>
    </main>
  );
}

function TabContent({ view }: { view: AccountView }) {
  switch (view.tab) {
    case 'orders':
      return <OrderHistory history={view.history} />;
    case 'profile':
      return <ProfileInfo profile={view.profile} />;
    case 'payment':
      return <PaymentTab profile={view.profile} />;
    case 'security':
      return <SecuritySettings profile={view.profile} sessions={view.sessions} secondFactor={view.secondFactor} />;
    case 'admin':
      return <ToAdminPanel />;
  }
}

function PaymentTab({ profile }: { profile: Profile }) {
  const hasProcessor = useShop().payments.mode === 'stripe';
  return hasProcessor ? <NoPaymentDetails /> : <PaymentSettings profile={profile} />;
}

function ToAdminPanel() {
  return (
    <div className="sheet">
      <p className="prose">
        <Trans>Users, products, orders, sales and the logo.</Trans>
      </p>
      <div>
        <Link className="button" to="/admin">
          <Trans>Go to Admin Panel</Trans>
        </Link>
      </div>
    </div>
  );
}

/** Dims the tab while another tab or page of orders loads, after a short delay. */
function Waiting({ children }: { children: ReactNode }) {
  const isWaiting = useNavigation().state === 'loading';
  return (
    <div aria-busy={isWaiting} className={isWaiting ? 'opacity-50 transition-opacity delay-300' : undefined}>
      {children}
    </div>
  );
}

function chosenTab(param: string | undefined) {
  const tab = tabOf(param);
  if (tab === null) throw data(null, { status: 404 });
  return tab;
}
