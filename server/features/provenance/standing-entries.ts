import { type ProvenanceEntry, type ProvenanceLine, provenanceEntry } from '#contract/provenance.ts';
import {
  compareEntries,
  entryText,
  ownershipKinds,
  type ProvenanceKind,
  privateOwner,
  provenanceText,
} from '#contract/provenance-lines.ts';
import type { NamedEntry } from './provenance.queries.ts';

/** What visitors see: the public entries that no later one corrects or strikes out, the earliest first. */
export function linesOf(entries: readonly NamedEntry[]): ProvenanceLine[] {
  return standingEntries(entries)
    .filter((entry) => entry.is_public === 1)
    .map((entry) => {
      const { kind, date, text, place, owner } = entry;
      const buyer = entry.buyer ?? '';
      return {
        kind: parseKind(kind),
        // Visitors see only the year of a sale by the shop.
        date: entry.order_id === null ? date : date.slice(0, 4),
        text: entryText({ text, owner, buyer }),
        place,
        owner: owner || buyer,
      };
    });
}

/** The entries as the panel shows them, in the given order. */
export function presentEntries(entries: readonly NamedEntry[]): ProvenanceEntry[] {
  const correctedBy = correctionsOf(entries);
  return entries.map((entry) => ({
    kind: parseKind(entry.kind),
    date: entry.date,
    text: entry.text,
    place: entry.place,
    owner: entry.owner,
    id: entry.id,
    buyer: entry.buyer ?? '',
    isPublic: entry.is_public === 1,
    orderId: entry.order_id,
    createdAt: new Date(entry.created_at).toISOString(),
    correctedBy: correctedBy.get(entry.id) ?? null,
    isStrike: entry.is_strike === 1,
    reason: entry.reason,
  }));
}

/** The entries that no later one corrects or strikes out, the earliest first. */
export function standingEntries(entries: readonly NamedEntry[]): NamedEntry[] {
  const correctedBy = correctionsOf(entries);
  return entries
    .filter((entry) => entry.is_strike === 0 && !correctedBy.has(entry.id))
    .map((entry) => ({ entry, kind: parseKind(entry.kind), date: entry.date }))
    .toSorted(compareEntries)
    .map(({ entry }) => entry);
}

/**
 * The values of the fields `owner` and `history` of a listing that follow from its lines: who has the piece after the latest change of its
 * owner, and the lines as text. Null where the lines do not say it.
 */
export function derivedTexts(lines: readonly ProvenanceLine[]): { owner: string | null; history: string | null } {
  const last = lines.findLast(({ kind }) => ownershipKinds.includes(kind));
  return {
    owner: last ? last.owner || privateOwner : null,
    history: lines.length > 0 ? provenanceText(lines) : null,
  };
}

const correctionsOf = (entries: readonly NamedEntry[]) =>
  new Map(entries.flatMap(({ id, corrects }) => (corrects === null ? [] : [[corrects, id]])));

const parseKind = (kind: string): ProvenanceKind => provenanceEntry.shape.kind.parse(kind);
