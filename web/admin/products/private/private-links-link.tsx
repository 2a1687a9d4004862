import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../../api.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { privateLinksAddress } from './private-links-address.ts';

/** Leads to the client offers and viewing rooms, once one was made. */
export function PrivateLinksLink() {
  const [exist, setExist] = useState(false);
  useEffect(() => {
    void call('listPrivateLinks', { quiet: true, query: { page: 1, pageSize: 1 } }).then((answer) => {
      setExist(answer.success && answer.total > 0);
    });
  }, []);
  if (!exist) return null;
  return (
    <Link className={buttonClass('line')} to={privateLinksAddress}>
      Offers and rooms
    </Link>
  );
}
