import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asCents, sumCents } from '#contract/money.ts';
import type { TaxPaper } from '#server/features/invoices/invoices.ts';
import { gstDues, gstEventsOf, gstParts, type IssuedPaper } from './gst-events.ts';

const line = fc.record({
  listingId: fc.string(),
  name: fc.constant(''),
  artist: fc.constant(''),
  year: fc.constant(null),
  spec: fc.constant(''),
  cents: fc.integer({ min: 0, max: 10_000_000 }).map(asCents),
  rule: fc.constantFrom('taxable' as const, 'agent' as const, 'export' as const),
  isConsigned: fc.boolean(),
  isResale: fc.constant(false),
  commissionPercent: fc.option(fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)),
});

const paper = fc
  .record({
    lines: fc.array(line, { maxLength: 5 }),
    delivery: fc.integer({ min: 0, max: 100_000 }).map(asCents),
    gst: fc.nat(10_000).map(asCents),
  })
  .map(
    ({ lines, delivery, gst }): TaxPaper => ({
      abn: '51824753556',
      seller: { name: '', address: [] },
      lines,
      delivery: { label: '', cents: delivery, rule: 'taxable' },
      totalCents: sumCents([delivery, ...lines.map(({ cents }) => cents)]),
      gstCents: gst,
    }),
  );

/** Each paper is paid at once or in two parts. */
const paidPapers = fc.array(
  fc.record({ paper, share: fc.double({ min: 0.01, max: 0.99, noNaN: true }), isSplit: fc.boolean() }),
  {
    maxLength: 6,
  },
);

test('the parts of every payment sum to it to the cent, and the parts of all payments sum to the last paper', () => {
  fc.assert(
    fc.property(paidPapers, (states) => {
      const papers = states.map(({ paper }, at): IssuedPaper => ({ number: `P${at}`, at, paper }));
      const record = states.flatMap(({ paper, share, isSplit }, at) => {
        const cents = paper.totalCents - (states[at - 1]?.paper.totalCents ?? 0);
        const first = isSplit ? Math.trunc(cents * share) : 0;
        return [first, cents - first].filter((part) => part !== 0).map((part) => ({ at, cents: asCents(part) }));
      });
      const events = gstEventsOf(record, papers);
      expect(events.flatMap(({ money }) => money ?? [])).toEqual(record);
      for (const { money, figures } of events)
        expect(gstParts.reduce((sum, part) => sum + figures[part], 0)).toBe(money?.cents ?? 0);
      const last = states.at(-1)?.paper;
      const sumOf = (key: (typeof gstParts)[number] | (typeof gstDues)[number]) =>
        events.reduce((sum, { figures }) => sum + figures[key], 0);
      expect(gstParts.reduce((sum, part) => sum + sumOf(part), 0)).toBe(last?.totalCents ?? 0);
      expect(sumOf('gst')).toBe(last?.gstCents ?? 0);
      expect(sumOf('withoutTaxInvoice')).toBe(0);
      expect(sumOf('deliveryTaxable')).toBe(last?.delivery?.cents ?? 0);
    }),
  );
});

test('money without a tax invoice is in a part of its own, without GST and commission', () => {
  const record = [
    { at: 1, cents: asCents(500) },
    { at: 2, cents: asCents(-500) },
  ];
  const events = gstEventsOf(record, []);
  expect(events.map(({ figures }) => figures.withoutTaxInvoice)).toEqual([500, -500]);
  expect(events.every(({ figures }) => gstDues.every((due) => figures[due] === 0))).toBe(true);
});
