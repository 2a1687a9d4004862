import { type ProvenanceEntry, type ProvenanceLine, provenanceEntry } from '#contract/provenance.ts';
import { ownershipKinds, type ProvenanceKind, privateOwner, provenanceText } from '#contract/provenance-lines.ts';
import type { NamedEntry } from './provenance.queries.ts';

/** What visitors see: the public entries that were not corrected since, the earliest first. */
export function linesOf(entries: readonly NamedEntry[]): ProvenanceLine[] {
  return standing(entries)
    .filter((entry) => entry.is_public === 1)
    .map(presentLine);
}

/** The entries as the panel sees them, in the order they were written. */
export function presentEntries(entries: readonly NamedEntry[]): ProvenanceEntry[] {
  const correctedBy = correctionsOf(entries);
  return entries.map((entry) => ({
    ...presentLine(entry),
    id: entry.id,
    isPublic: entry.is_public === 1,
    orderId: entry.order_id,
    createdAt: new Date(entry.created_at).toISOString(),
    correctedBy: correctedBy.get(entry.id) ?? null,
    isStrike: entry.is_strike === 1,
    reason: entry.reason,
  }));
}

/** Whether a later entry can correct this one. */
export function isStanding(entries: readonly NamedEntry[], id: string): boolean {
  return standing(entries).some((entry) => entry.id === id);
}

/**
 * What follows for the fields `owner` and `history` of a listing: who has the piece after the latest change of its owner, and the lines as
 * text. Null where nothing follows.
 */
export function derivedTexts(lines: readonly ProvenanceLine[]): { owner: string | null; history: string | null } {
  const last = lines.findLast(({ kind }) => ownershipKinds.includes(kind));
  return {
    owner: last ? last.owner || privateOwner : null,
    history: lines.length > 0 ? provenanceText(lines) : null,
  };
}

/** By date, those of one date as they were written. A date that is not known counts as the earliest. */
function standing(entries: readonly NamedEntry[]): NamedEntry[] {
  const correctedBy = correctionsOf(entries);
  return entries
    .filter((entry) => entry.is_strike === 0 && !correctedBy.has(entry.id))
    .toSorted((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)));
}

const correctionsOf = (entries: readonly NamedEntry[]) =>
  new Map(entries.flatMap(({ id, corrects }) => (corrects === null ? [] : [[corrects, id]])));

function presentLine({ kind, date, text, place, owner, buyer }: NamedEntry): ProvenanceLine {
  const name = buyer ?? owner;
  return { kind: parseKind(kind), date, text: text || name || privateOwner, place, owner: name };
}

const parseKind = (kind: string): ProvenanceKind => provenanceEntry.shape.kind.parse(kind);
