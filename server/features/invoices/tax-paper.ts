import { z } from 'zod';
import type { ListingTax } from '#contract/collection/piece.ts';
import { asCents, type Cents, sumCents } from '#contract/money.ts';
import { gstIn, taxRules, taxRulesOf } from './gst.ts';

/** What an order sells, and the facts that its tax depends on. */
export interface Sale {
  orderId: string;
  lines: readonly SaleLine[];
  /** Null for an order without a delivery line. */
  delivery: { label: string; cents: Cents } | null;
  /** Whether the pieces leave Australia. */
  isExport: boolean;
}

export interface SaleLine {
  listingId: string;
  name: string;
  artist: string;
  year: number | null;
  spec: string;
  cents: Cents;
  tax: ListingTax;
}

const rule = z.enum(taxRules);

const integerCents = z.number().transform(asCents);

const paperLine = z.object({
  listingId: z.string(),
  name: z.string(),
  artist: z.string(),
  year: z.number().nullable(),
  spec: z.string(),
  cents: integerCents,
  rule,
  /** Whether it is sold for another owner, registered for GST or not. */
  isConsigned: z.boolean(),
  isResale: z.boolean(),
  /** The shop's share of a consigned piece; not on the paper. */
  commissionPercent: z.number().nullable(),
});
export type PaperLine = z.infer<typeof paperLine>;

/**
 * The content of a tax invoice, or what the invoice would say after an adjustment note. Stored when the paper is issued, because settings,
 * listings and the order may change later.
 */
const taxPaper = z.object({
  abn: z.string(),
  seller: z.object({ name: z.string(), address: z.array(z.string()) }),
  lines: z.array(paperLine),
  delivery: z.object({ label: z.string(), cents: integerCents, rule }).nullable(),
  totalCents: integerCents,
  gstCents: integerCents,
});
export type TaxPaper = z.infer<typeof taxPaper>;

export const parseTaxPaper = (json: string): TaxPaper => taxPaper.parse(JSON.parse(json));

/** Characters. A piece has one or two lines of specification on the paper, so the beginning is enough. */
const longestSpec = 401;

export function taxPaperOf({ lines, delivery, isExport }: Sale, seller: Pick<TaxPaper, 'abn' | 'seller'>): TaxPaper {
  const rules = taxRulesOf(
    lines.map(({ cents, tax }) => ({ cents, taxStatus: tax.taxStatus })),
    isExport,
  );
  const paperLines = lines.map(
    ({ tax, spec, ...line }, position): PaperLine => ({
      ...line,
      spec: spec.slice(0, longestSpec),
      rule: rules.lines[position] ?? 'taxable',
      isConsigned: tax.taxStatus !== 'own',
      isResale: tax.resale,
      commissionPercent: tax.taxStatus === 'own' ? null : tax.commissionPercent,
    }),
  );
  const paperDelivery = delivery && { ...delivery, rule: rules.delivery };
  const amounts = [...paperLines, ...(paperDelivery ? [paperDelivery] : [])];
  return {
    ...seller,
    lines: paperLines,
    delivery: paperDelivery,
    totalCents: sumCents(amounts.map(({ cents }) => cents)),
    gstCents: gstIn(amounts),
  };
}

/** One line of an adjustment note: what a change of an order adds to the total or takes from it. */
export interface PaperChange {
  of: 'piece' | 'delivery';
  label: string;
  what: 'Added' | 'Removed' | 'Price changed';
  cents: Cents;
}

export function changesBetween(before: TaxPaper, after: TaxPaper): PaperChange[] {
  const old = new Map(before.lines.map((line) => [line.listingId, line]));
  const kept = after.lines.map(({ listingId, name, cents }): PaperChange => {
    const was = old.get(listingId);
    old.delete(listingId);
    const what = was ? 'Price changed' : 'Added';
    return { of: 'piece', label: name, what, cents: asCents(cents - (was?.cents ?? 0)) };
  });
  const removed = [...old.values()].map(
    ({ name, cents }): PaperChange => ({ of: 'piece', label: name, what: 'Removed', cents: asCents(-cents) }),
  );
  const delivery = asCents((after.delivery?.cents ?? 0) - (before.delivery?.cents ?? 0));
  const label = after.delivery?.label ?? before.delivery?.label ?? 'Delivery';
  const ofDelivery: PaperChange = { of: 'delivery', label, what: 'Price changed', cents: delivery };
  return [...kept, ...removed, ofDelivery].filter(({ what, cents }) => what !== 'Price changed' || cents !== 0);
}
