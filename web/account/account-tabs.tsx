import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Tabs } from '../ui/tabs.tsx';

export const accountTabs = ['orders', 'profile', 'payment', 'security', 'admin'] as const;
export type AccountTab = (typeof accountTabs)[number];

export const tabLabels: Readonly<Record<AccountTab, string>> = {
  orders: 'Order History',
  profile: 'Profile Info',
  payment: 'Payment Settings',
  security: 'Password & Sessions',
  admin: 'Admin Panel',
};

/** Which tab an address means; null where there is none of that name. `/account` alone is the orders. */
export function tabOf(param: string | undefined): AccountTab | null {
  if (param === undefined) return 'orders';
  return accountTabs.find((tab) => tab === param) ?? null;
}

export function tabAddress(tab: AccountTab): string {
  return tab === 'orders' ? '/account' : `/account/${tab}`;
}

/** The row of tabs, each with an address of its own. On phones it scrolls sideways to the chosen one. */
export function AccountTabs({ chosen, isAdmin }: { chosen: AccountTab; isAdmin: boolean }) {
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every chosen tab.
  useEffect(() => {
    row.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  const tabs = accountTabs
    .filter((tab) => tab !== 'admin' || isAdmin)
    .map((tab) => ({ id: tab, label: tabLabels[tab], selected: tab === chosen }));
  return (
    <div ref={row}>
      <Tabs
        label="Account"
        tabs={tabs}
        renderLink={(tab, props) => (
          <Link key={tab.id} to={tabAddress(tabOf(tab.id) ?? 'orders')} preventScrollReset {...props} />
        )}
      />
    </div>
  );
}
