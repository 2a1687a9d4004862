import { foldText } from '#contract/text.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { type EntryOfPerson, hadRole, selectEntriesNaming, updateNames } from './audit.queries.ts';

/**
 * Removes the names and addresses of a customer whose account is deleted from the audit, unless the customer once had a role in the shop.
 * Returns the addresses that the account had before, folded.
 */
export async function forgetInAudit(
  tx: Writer,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<string[]> {
  const own = await selectEntriesNaming(tx, { id, address: null });
  const former = [...new Set(own.filter((entry) => entry.subject === id).flatMap(addressesIn))];
  if (await hadRole(tx, id)) return former;
  const addresses = [...new Set([foldText(email), ...former])];
  const words = [foldText(name), ...addresses].filter((word) => word !== '');
  const entries = new Map(own.map((entry) => [entry.id, entry]));
  for (const address of addresses)
    for (const entry of await selectEntriesNaming(tx, { id, address })) entries.set(entry.id, entry);
  // What an admin wrote about the person, such as the reason of a block, may have a part of the name.
  const ofName = foldText(name)
    .split(/\s/)
    .filter((word) => word.length > 2);
  for (const entry of entries.values())
    await updateNames(tx, entry.id, withoutPerson(entry, id, entry.subject === id ? [...words, ...ofName] : words));
  return former;
}

/** The addresses of the account that an entry about it has in `before` and `after`. */
function addressesIn({ before, after }: EntryOfPerson): string[] {
  return [before, after].flatMap((json) => {
    const fields: unknown = json === null ? null : JSON.parse(json);
    const isRecord = typeof fields === 'object' && fields !== null;
    return isRecord && 'email' in fields && typeof fields.email === 'string' ? [foldText(fields.email)] : [];
  });
}

/** The entry without the names of this person; those of the other person of the entry stay. */
function withoutPerson(entry: EntryOfPerson, id: string, words: readonly string[]) {
  const admin = entry.admin_id === id ? { admin_name: null, admin_email: null } : entry;
  const subject = entry.subject === id ? { subject_name: null, subject_email: null } : entry;
  const names = {
    admin_name: admin.admin_name,
    admin_email: admin.admin_email,
    subject_name: subject.subject_name,
    subject_email: subject.subject_email,
  };
  const left = Object.values(names).filter((value) => value !== null);
  return {
    ...names,
    people_folded: foldText(left.join(' ')),
    before: withoutWords(entry.before, words),
    after: withoutWords(entry.after, words),
  };
}

/** The JSON with every text emptied that contains one of these words, which are folded. */
function withoutWords(json: string | null, words: readonly string[]): string | null {
  if (json === null) return null;
  return JSON.stringify(JSON.parse(json), (_, value: unknown) =>
    typeof value === 'string' && words.some((word) => foldText(value).includes(word)) ? '' : value,
  );
}
