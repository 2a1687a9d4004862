import { plural, t } from '@lingui/core/macro';
import { useShop } from '../shell/shop.ts';

/** How the payment page describes a transfer to the owner's account; null where the shop does not offer it. */
export function useTransferWords(): { label: string; text: string } | null {
  const { mode, transfer } = useShop().payments;
  if (!transfer) return null;
  const { bpay, reserveDays } = transfer;
  const offered = bpay ? t`Bank Transfer or BPAY` : t`Bank Transfer`;
  const received = bpay
    ? t`You get the account, a BPAY biller code and your reference on the next page.`
    : t`You get the account and your reference on the next page.`;
  const held = plural(reserveDays, {
    one: 'The pieces are held for you for one banking day. No fee.',
    other: 'The pieces are held for you for # banking days. No fee.',
  });
  return {
    // Beside the simulated methods, 'Bank Transfer' is the name of one of them.
    label: mode === 'simulated' ? t`Transfer to Our Account` : offered,
    text: `${received} ${held}`,
  };
}
