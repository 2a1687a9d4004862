import { asCents, type Cents, sumCents } from '#contract/money.ts';
import { commissionIn, eleventh, type TaxPaper } from '#server/features/invoices/invoices.ts';

/** The parts of an amount, in the order of the columns of the file. Their sum is the amount. */
export const gstParts = [
  'own',
  'registeredOwner',
  'consigned',
  'export',
  'deliveryTaxable',
  'deliveryFree',
  'withoutTaxInvoice',
] as const;
export type GstPart = (typeof gstParts)[number];

/** The GST and commission that an amount includes. */
export const gstDues = ['gst', 'gstOfOwners', 'commission', 'gstOnCommission'] as const;
export type GstDue = (typeof gstDues)[number];

export type GstFigures = Record<GstPart | GstDue, Cents>;

const keys: readonly (GstPart | GstDue)[] = [...gstParts, ...gstDues];

// The cast is safe: `keys` has all keys of GstFigures. `+ 0` turns -0 into 0.
const buildFigures = (centsOf: (key: GstPart | GstDue) => number) =>
  Object.fromEntries(keys.map((key) => [key, asCents(centsOf(key) + 0)])) as GstFigures;

/** The amounts on a paper, by part. */
export function figuresOf({ lines, delivery, gstCents }: TaxPaper): GstFigures {
  const all = buildFigures(() => 0);
  const add = (part: GstPart, cents: Cents) => {
    all[part] = sumCents([all[part], cents]);
  };
  for (const { cents, rule, isConsigned } of lines) {
    if (rule === 'taxable') add(isConsigned ? 'registeredOwner' : 'own', cents);
    else add(rule === 'agent' ? 'consigned' : 'export', cents);
  }
  if (delivery) add(delivery.rule === 'taxable' ? 'deliveryTaxable' : 'deliveryFree', delivery.cents);
  const consigned = lines.filter(({ isConsigned }) => isConsigned);
  const commission = sumCents(
    consigned.map(({ cents, commissionPercent }) => commissionIn(cents, commissionPercent ?? 0)),
  );
  const gstOfOwners = eleventh(all.registeredOwner);
  return { ...all, gst: gstCents, gstOfOwners, commission, gstOnCommission: eleventh(commission) };
}

export interface MoneyMoved {
  /** Epoch milliseconds. */
  at: number;
  /** Negative for a refund. */
  cents: Cents;
}

/** A tax invoice or an adjustment note. */
export interface IssuedPaper {
  number: string;
  at: number;
  paper: TaxPaper;
}

export interface GstEvent<Money extends MoneyMoved> {
  at: number;
  /** Null for a paper that changed no total. */
  money: Money | null;
  /** The number of the paper; empty without a tax invoice. */
  number: string;
  figures: GstFigures;
}

/**
 * Splits the recorded payments of one order among its tax papers, both oldest first. A paper is written together with the payments it is
 * about, so the next payments whose sum is the paper's difference belong to it. Payments that belong to no
 * paper are `withoutTaxInvoice`.
 */
export function gstEventsOf<Money extends MoneyMoved>(
  record: readonly Money[],
  papers: readonly IssuedPaper[],
): GstEvent<Money>[] {
  const events: GstEvent<Money>[] = [];
  const left = differencesOf(papers);
  let open: Money[] = [];
  const takePapersWithoutMoney = () => {
    for (let next = left[0]; next?.cents === 0; next = left[0]) {
      events.push({ at: next.at, money: null, number: next.number, figures: next.figures });
      left.shift();
    }
  };
  takePapersWithoutMoney();
  for (const money of record) {
    open.push(money);
    const next = left[0];
    if (next?.cents !== sumCents(open.map(({ cents }) => cents))) continue;
    events.push(...splitOver(open, next));
    open = [];
    left.shift();
    takePapersWithoutMoney();
  }
  for (const money of open) {
    const untaxed = buildFigures((key) => (key === 'withoutTaxInvoice' ? money.cents : 0));
    events.push({ at: money.at, money, number: '', figures: untaxed });
  }
  return events;
}

interface Difference {
  at: number;
  number: string;
  cents: Cents;
  figures: GstFigures;
}

function differencesOf(papers: readonly IssuedPaper[]): Difference[] {
  let before = buildFigures(() => 0);
  let total = 0;
  return papers.map(({ number, at, paper }) => {
    const [was, after] = [before, figuresOf(paper)];
    const cents = asCents(paper.totalCents - total);
    before = after;
    total = paper.totalCents;
    return { at, number, cents, figures: buildFigures((key) => after[key] - was[key]) };
  });
}

/** Divides the parts of a difference among its payments: the shares of a part sum to the part, the shares of a payment to the payment. */
function splitOver<Money extends MoneyMoved>(record: readonly Money[], difference: Difference): GstEvent<Money>[] {
  const { number, cents: total } = difference;
  let [moved, given] = [0, buildFigures(() => 0)];
  return record.map((money) => {
    moved += money.cents;
    const sum = buildFigures((key) => Math.round((difference.figures[key] * moved) / total));
    // The largest part takes what rounding leaves.
    const largest = gstParts.toSorted((a, b) => Math.abs(difference.figures[b]) - Math.abs(difference.figures[a]))[0];
    if (largest) sum[largest] = asCents(sum[largest] + moved - sumCents(gstParts.map((part) => sum[part])));
    const [before, now] = [given, sum];
    given = now;
    return { at: money.at, money, number, figures: buildFigures((key) => now[key] - before[key]) };
  });
}
