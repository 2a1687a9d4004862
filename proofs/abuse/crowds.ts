import type { Attacked } from './holders.ts';
import { register, type Visitor } from './visitors.ts';

/** People with confirmed addresses who want to keep pieces from buyers without paying. */
export interface Crowd {
  who: string;
  accounts: number;
  addresses: number;
  /** Whether all accounts have the same mailbox, with tags. */
  isOneMailbox?: true;
}

export const crowds = {
  one: { who: 'one account', accounts: 1, addresses: 1 },
  oneMailbox: { who: '20 accounts of one mailbox', accounts: 20, addresses: 20, isOneMailbox: true },
  oneAddress: { who: '20 accounts at one address', accounts: 20, addresses: 1 },
  botnet: { who: '160 accounts at 8 addresses', accounts: 160, addresses: 8 },
} as const satisfies Record<string, Crowd>;

/** Registers the accounts of the crowd and confirms their addresses. `name` keeps the crowds of a proof apart. */
export async function gather({ shop }: Attacked, crowd: Crowd, name: string): Promise<Visitor[]> {
  const members: Visitor[] = [];
  for (let number = 0; number < crowd.accounts; number += 1) {
    const from = `10.${name.length}.${crowd.accounts}.${1 + (number % crowd.addresses)}`;
    const email = crowd.isOneMailbox ? `${name}.${crowd.accounts}+${number}@example.com` : undefined;
    members.push(await register(shop, `${name} ${crowd.accounts} ${number}`, from, email));
  }
  await shop.shop.database.write((tx) =>
    tx
      .updateTable('users')
      .set({ email_confirmed_at: shop.shop.clock() })
      .where(
        'email',
        'in',
        members.map(({ email }) => email),
      )
      .execute(),
  );
  return members;
}
