import type { Listing } from '#contract/catalog.ts';
import type { ProvenanceLine } from '#contract/provenance.ts';
import { ownershipKinds } from '#contract/provenance-lines.ts';

/** Terms of the Art & Architecture Thesaurus that Linked Art names for these things. */
const terms = {
  artwork: type('300133025', 'Artwork'),
  exhibition: type('300054766', 'Exhibition'),
  provenance: type('300055863', 'Provenance Activity'),
  provenanceStatement: type('300435438', 'Provenance Statement'),
  description: type('300435416', 'Description'),
};

/** A piece and its public provenance in the terms of Linked Art (https://linked.art/model/provenance/). `id`: the address of its page. */
export function linkedArtOf(id: string, listing: Pick<Listing, 'name' | 'owner'>, lines: readonly ProvenanceLine[]) {
  const mapLines = (kinds: readonly ProvenanceLine['kind'][], toEvent: (line: ProvenanceLine, id: string) => object) =>
    lines.flatMap((line, index) => (kinds.includes(line.kind) ? [toEvent(line, `${id}#provenance-${index + 1}`)] : []));
  const [production, ...furtherParts] = mapLines(['made'], (line, eventId) => eventOf('Production', line, eventId));
  const restorations = mapLines(['restored'], (line, eventId) => eventOf('Modification', line, eventId));
  const exhibitions = mapLines(['exhibited'], (line, eventId) => ({
    ...eventOf('Activity', line, eventId),
    classified_as: [terms.exhibition],
  }));
  const acquisitions = mapLines(ownershipKinds, (line, eventId) => acquisitionOf(line, eventId, id));
  const publications = mapLines(['published'], (line) => statementOf(line, terms.description));
  return {
    '@context': 'https://linked.art/ns/v1/linked-art.json',
    id,
    type: 'HumanMadeObject',
    _label: listing.name,
    classified_as: [terms.artwork],
    identified_by: [{ type: 'Name', content: listing.name }],
    ...(production && { produced_by: { ...production, ...(furtherParts.length > 0 && { part: furtherParts }) } }),
    ...(restorations.length > 0 && { modified_by: restorations }),
    ...(exhibitions.length > 0 && { used_for: exhibitions }),
    ...(acquisitions.length > 0 && { changed_ownership_through: acquisitions }),
    ...(publications.length > 0 && { referred_to_by: publications }),
    ...(listing.owner !== '' && { current_owner: [actorOf(listing.owner)] }),
  };
}

/** An acquisition: the piece has another owner from then on. */
function acquisitionOf(line: ProvenanceLine, id: string, pieceId: string) {
  return {
    ...eventOf('Acquisition', line, id),
    classified_as: [terms.provenance],
    transferred_title_of: [{ id: pieceId, type: 'HumanMadeObject' }],
    ...(line.owner !== '' && { transferred_title_to: [actorOf(line.owner)] }),
  };
}

function eventOf(type: string, line: ProvenanceLine, id: string) {
  return {
    id,
    type,
    _label: line.text,
    identified_by: [{ type: 'Name', content: line.text }],
    ...(line.date !== '' && { timespan: timespanOf(line.date) }),
    referred_to_by: [statementOf(line, terms.provenanceStatement)],
  };
}

const statementOf = ({ text, place }: ProvenanceLine, kind: ReturnType<typeof type>) => ({
  type: 'LinguisticObject',
  classified_as: [kind],
  content: [text, place].filter(Boolean).join('. '),
});

/** A person or a group; the shop does not know which. */
const actorOf = (name: string) => ({ type: 'Actor', _label: name });

/** The time of a date (`2022`, `2022-03` or `2022-03-14`), from its first to its last second. */
function timespanOf(date: string) {
  const [year = 1, month, day] = date.split('-').map(Number);
  const first = Temporal.PlainDate.from({ year, month: month ?? 1, day: day ?? 1 });
  const last = first.add(day ? { days: 1 } : month ? { months: 1 } : { years: 1 }).subtract({ days: 1 });
  return {
    type: 'TimeSpan',
    identified_by: [{ type: 'Name', content: date }],
    begin_of_the_begin: `${first}T00:00:00Z`,
    end_of_the_end: `${last}T23:59:59Z`,
  };
}

function type(id: string, label: string) {
  return { id: `http://vocab.getty.edu/aat/${id}`, type: 'Type', _label: label };
}
