import type { VisitCounts } from '#contract/visits.ts';

/** `12 views, 1 save`; without those that are 0. */
export function visitWords({ views, saves, cartAdds, enquiries }: VisitCounts): string {
  const counted: [count: number, one: string, several: string][] = [
    [views, 'view', 'views'],
    [saves, 'save', 'saves'],
    [cartAdds, 'cart add', 'cart adds'],
    [enquiries, 'enquiry', 'enquiries'],
  ];
  return counted
    .filter(([count]) => count > 0)
    .map(([count, one, several]) => `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`)
    .join(', ');
}
