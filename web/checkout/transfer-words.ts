import { useShop } from '../shell/shop.ts';

/** How the payment page describes a transfer to the owner's account; null where the shop does not offer it. */
export function useTransferWords(): { label: string; text: string } | null {
  const { mode, transfer } = useShop().payments;
  if (!transfer) return null;
  const { bpay, reserveDays } = transfer;
  const offered = bpay ? 'Bank Transfer or BPAY' : 'Bank Transfer';
  const received = bpay ? 'the account, a BPAY biller code and your reference' : 'the account and your reference';
  const days = reserveDays === 1 ? 'one banking day' : `${reserveDays} banking days`;
  return {
    // The simulated bank transfer has the other name.
    label: mode === 'simulated' ? 'Transfer to Our Account' : offered,
    text: `You get ${received} on the next page. The pieces are held for you for ${days}. No fee.`,
  };
}
