import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api.ts';
import { useShop } from '../../shell/shop.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useHasRole } from '../admin-access.ts';
import { bankAddress } from './bank-address.ts';

/** A link for owners to the bank's statements, while transfers are offered, rows are left to match, or orders wait for a transfer. */
export function BankLink() {
  const isOffered = useShop().payments.methods.includes('transfer');
  const isOwner = useHasRole('owner');
  const [hasWork, setHasWork] = useState(false);
  const asks = isOwner && !isOffered;
  useEffect(() => {
    if (!asks) return;
    void call('listBankRows', { quiet: true, query: { state: 'open', page: 1, pageSize: 1 } }).then((answer) => {
      setHasWork(answer.success && answer.total + answer.waiting > 0);
    });
  }, [asks]);
  if (!isOwner || !(isOffered || hasWork)) return null;
  return (
    <Link className={buttonClass('line')} to={bankAddress}>
      {t`Match a bank statement`}
    </Link>
  );
}
