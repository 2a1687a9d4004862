import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asCents, sumCents } from '#contract/money.ts';
import { taxStatuses } from '#contract/tax-status.ts';
import { commissionIn, eleventh, gstIn, taxRulesOf } from './gst.ts';
import { changesBetween, type Sale, taxPaperOf } from './tax-paper.ts';

const own = (cents: number) => ({ cents: asCents(cents), taxStatus: 'own' as const });
const consigned = (cents: number) => ({ cents: asCents(cents), taxStatus: 'consigned' as const });
const registered = (cents: number) => ({ cents: asCents(cents), taxStatus: 'consigned-registered' as const });

test('own pieces and those of registered owners are taxable, others are sold as agent', () => {
  const rules = taxRulesOf([own(1), consigned(1), registered(1)], false);
  expect(rules).toEqual({ lines: ['taxable', 'agent', 'taxable'], delivery: 'taxable' });
});

test('the delivery is taxable if a piece is', () => {
  expect(taxRulesOf([consigned(1)], false).delivery).toBe('agent');
  expect(taxRulesOf([consigned(1), own(1)], false).delivery).toBe('taxable');
});

test('an export has no GST, and neither has its delivery', () => {
  expect(taxRulesOf([own(1), consigned(1)], true)).toEqual({ lines: ['export', 'agent'], delivery: 'export' });
});

test('GST is an eleventh of the sum, not the sum of elevenths', () => {
  const taxable = (cents: number) => ({ cents: asCents(cents), rule: 'taxable' as const });
  expect(gstIn([taxable(340_000)])).toBe(30_909);
  // Each alone would be rounded to nothing.
  expect(gstIn([taxable(5), taxable(5), taxable(5)])).toBe(1);
  expect(gstIn([taxable(1_100), { cents: asCents(99_999), rule: 'agent' }])).toBe(100);
  expect(eleventh(asCents(-16))).toBe(-1);
});

test('a commission is rounded to the cent', () => {
  expect(commissionIn(asCents(320_000), 40)).toBe(128_000);
  expect(commissionIn(asCents(99_99), 33.33)).toBe(3_333);
});

const line = fc.record({
  listingId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  cents: fc.integer({ min: 0, max: 99_999_999_900 }).map(asCents),
  taxStatus: fc.constantFrom(...taxStatuses),
});
const sale = fc
  .record({
    lines: fc.uniqueArray(line, { selector: ({ listingId }) => listingId }),
    delivery: fc.option(fc.integer({ min: 0, max: 1_000_000 }).map(asCents)),
    isExport: fc.boolean(),
  })
  .map(
    ({ lines, delivery, isExport }): Sale => ({
      orderId: 'K7M-4QX9',
      lines: lines.map(({ listingId, cents, taxStatus }) => ({
        listingId,
        name: listingId,
        artist: '',
        year: null,
        spec: '',
        cents,
        tax: { taxStatus, consignor: '', commissionPercent: null, resale: false, acquiredOn: null },
      })),
      delivery: delivery === null ? null : { label: 'Delivery', cents: delivery },
      isExport,
    }),
  );
const seller = { abn: '51824753556', seller: { name: 'Vàng Son', address: [] } };

test('an invoice and the notes after it sum to the order as it is now, to the cent, and so does their GST', () => {
  fc.assert(
    fc.property(fc.array(sale, { minLength: 1, maxLength: 6 }), (states) => {
      const papers = states.map((state) => taxPaperOf(state, seller));
      const [first, last] = [papers[0], papers.at(-1)];
      if (!first || !last) throw new Error('at least one state');
      const notes = papers.slice(1).map((after, position) => ({ before: papers[position] ?? first, after }));
      const totals = notes.map(({ before, after }) => {
        const difference = sumCents(changesBetween(before, after).map(({ cents }) => cents));
        expect(difference).toBe(after.totalCents - before.totalCents);
        return difference;
      });
      expect(sumCents([first.totalCents, ...totals])).toBe(last.totalCents);
      const gst = notes.map(({ before, after }) => asCents(after.gstCents - before.gstCents));
      expect(sumCents([first.gstCents, ...gst])).toBe(last.gstCents);
      // The GST differs from an eleventh of the taxable amounts by half a cent at most.
      const amounts = [...last.lines, ...(last.delivery ? [last.delivery] : [])];
      const taxable = amounts.filter(({ rule }) => rule === 'taxable').reduce((sum, { cents }) => sum + cents, 0);
      expect(Math.abs(last.gstCents * 11 - taxable)).toBeLessThanOrEqual(5.5);
    }),
  );
});
