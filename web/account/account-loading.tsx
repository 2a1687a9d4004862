import { Trans } from '@lingui/react/macro';
import { useSession } from '../session.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { TabPanel } from '../ui/tabs.tsx';
import { type AccountTab, AccountTabs } from './account-tabs.tsx';

/** The account page before its data has arrived: the heading, the tabs and placeholders for the content of the open tab. */
export function AccountLoading({ tab }: { tab: AccountTab }) {
  const session = useSession();
  const name = session?.name || session?.email;
  return (
    <main id="main" className="page page-loading pt-8 pb-[var(--gap-section)]">
      <p className="visually-hidden" role="status">
        <Trans>Loading your account...</Trans>
      </p>
      {name ? (
        <h1 className="heading-section mb-5 break-words">{name}</h1>
      ) : (
        <div className="heading-section mb-5" aria-hidden="true">
          <Skeleton className="h-[1lh] w-64 max-w-full" />
        </div>
      )}
      <AccountTabs chosen={tab} isAdmin={session?.isAdmin ?? tab === 'admin'} />
      <div className="account-columns">
        <TabPanel id={tab}>{tab === 'orders' ? <OrdersLoading /> : <SheetLoading />}</TabPanel>
      </div>
    </main>
  );
}

function OrdersLoading() {
  return [0, 1].map((row) => (
    <div className="order" key={row}>
      <div className="order-head">
        <Skeleton className="h-6 w-64" />
      </div>
      <div className="flex items-center gap-4">
        <Skeleton className="size-18" />
        <Skeleton className="h-12 w-52" />
      </div>
      <div className="order-act">
        <Skeleton className="h-9 w-28" />
        <Skeleton className="h-9 w-36" />
      </div>
    </div>
  ));
}

function SheetLoading() {
  return (
    <div className="sheet">
      <div className="sheet-cols">
        <Skeleton className="h-48" />
        <Skeleton className="h-48" />
      </div>
      <Skeleton className="h-12 w-36" />
    </div>
  );
}
