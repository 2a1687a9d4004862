import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { call } from '../../api.ts';
import { visitWords } from '../analytics/visit-words.ts';

/** Shows how often a listing was looked at in the last 30 days; renders nothing if nobody looked at it. */
export function ListingVisits({ listingId }: { listingId: string }) {
  const [words, setWords] = useState('');
  useEffect(() => {
    const closing = new AbortController();
    const asked = call('getProductVisits', { params: { id: listingId }, quiet: true, signal: closing.signal });
    void asked.then((answer) => {
      if (!closing.signal.aborted && answer.success) setWords(visitWords(answer.visits));
    });
    return () => closing.abort();
  }, [listingId]);
  return words === '' ? null : <p className="small muted numeric">{t`Last 30 days: ${words}`}</p>;
}
