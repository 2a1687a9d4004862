import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import type { AdminListing } from '#contract/catalog.ts';
import type { Answer } from '../../api.ts';
import { useSubmission } from '../../ui/use-submission.ts';

interface FoundListings {
  listings: readonly AdminListing[];
  /** How many listings match, also those that are not in `listings`. */
  total: number;
}

/** Searches on demand. `found` is what the latest search has found; null before the first search and after `clear`. */
export function useListingSearch(search: () => Promise<Answer<'listListingsAsAdmin'>>) {
  const [found, setFound] = useState<FoundListings | null>(null);
  const submission = useSubmission(async () => {
    const answer = await search();
    if (!answer.success) return answer;
    setFound(answer);
    return undefined;
  });
  return { found, clear: () => setFound(null), ...submission };
}

export function foundInWords({ listings: { length }, total }: FoundListings): string {
  if (total === 0) return t`No piece found.`;
  if (total > length) return t`The first ${length} of ${total} pieces. Add a word to find others.`;
  return plural(total, { one: 'One piece found.', other: '# pieces found.' });
}
