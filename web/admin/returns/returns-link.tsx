import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { returnsAddress } from './returns-address.ts';

/** Leads to the list of returns, as soon as there is one. */
export function ReturnsLink() {
  const [hasReturns, setHasReturns] = useState(false);
  useEffect(() => {
    void call('listReturns', { quiet: true, query: { page: 1, pageSize: 1 } }).then((answer) => {
      setHasReturns(answer.success && answer.total > 0);
    });
  }, []);
  if (!hasReturns) return null;
  return (
    <Link className={buttonClass('line')} to={returnsAddress}>
      Returns
    </Link>
  );
}
