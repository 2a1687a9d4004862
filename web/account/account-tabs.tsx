import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Tabs } from '../ui/tabs.tsx';

const accountTabs = ['orders', 'profile', 'payment', 'security', 'admin'] as const;
export type AccountTab = (typeof accountTabs)[number];

export const tabLabels: Readonly<Record<AccountTab, string>> = {
  orders: t`Order History`,
  profile: t`Profile Info`,
  payment: t`Payment Settings`,
  security: t`Password & Sessions`,
  admin: t`Admin Panel`,
};

/** The tab that the `:tab` parameter of a URL names, or null if there is none of this name. `/account` alone is the order history. */
export function tabOf(param: string | undefined): AccountTab | null {
  if (param === undefined) return 'orders';
  return accountTabs.find((tab) => tab === param) ?? null;
}

export function tabAddress(tab: AccountTab): string {
  return tab === 'orders' ? '/account' : `/account/${tab}`;
}

/** The tabs, each a link with its own URL. On phones the list scrolls sideways to the open tab. */
export function AccountTabs({ chosen, isAdmin }: { chosen: AccountTab; isAdmin: boolean }) {
  const row = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for every opened tab.
  useEffect(() => {
    row.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [chosen]);
  const tabs = accountTabs
    .filter((tab) => tab !== 'admin' || isAdmin)
    .map((tab) => ({ id: tab, label: tabLabels[tab], selected: tab === chosen }));
  return (
    <div ref={row}>
      <Tabs
        label={t`Account`}
        tabs={tabs}
        renderLink={(tab, props) => (
          <Link key={tab.id} to={tabAddress(tabOf(tab.id) ?? 'orders')} preventScrollReset {...props} />
        )}
      />
    </div>
  );
}
