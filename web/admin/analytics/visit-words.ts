import { plural } from '@lingui/core/macro';
import type { VisitCounts } from '#contract/visits.ts';
import { inDigits } from '../../language/numbers.ts';

/** The counts in words, for example `12 views, 1 save`, without those that are 0. */
export function visitWords({ views, saves, cartAdds, enquiries }: VisitCounts): string {
  const counted = [
    views > 0 && viewsInWords(views),
    saves > 0 && savesInWords(saves),
    cartAdds > 0 && cartAddsInWords(cartAdds),
    enquiries > 0 && enquiriesInWords(enquiries),
  ];
  return counted.filter(Boolean).join(', ');
}

function viewsInWords(views: number): string {
  const count = inDigits(views);
  return plural(views, { one: `${count} view`, other: `${count} views` });
}

function savesInWords(saves: number): string {
  const count = inDigits(saves);
  return plural(saves, { one: `${count} save`, other: `${count} saves` });
}

function cartAddsInWords(cartAdds: number): string {
  const count = inDigits(cartAdds);
  return plural(cartAdds, { one: `${count} cart add`, other: `${count} cart adds` });
}

function enquiriesInWords(enquiries: number): string {
  const count = inDigits(enquiries);
  return plural(enquiries, { one: `${count} enquiry`, other: `${count} enquiries` });
}
