import { z } from 'zod';
import { type Refusal, refuse } from '#contract/errors.ts';
import { recordChange } from '#server/features/audit/audit.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { lockName } from '#server/platform/database/dialect.ts';
import type { Shop } from '#server/shop.ts';
import { selectSection, writeSection } from './settings.queries.ts';

type Issue = { path: string; message: string };

/** A section of the settings: the fields that an owner changes together. */
export interface Section<Settings extends object> {
  /** The last segment of its path in the API, and the key of its row in the table. */
  name: string;
  /** In the audit: '{noun} settings changed'. */
  noun: string;
  schema: z.ZodType<Settings>;
  /** The values until an owner changes them. */
  defaults: Settings;
  /** What is wrong with the fields as a whole; empty if nothing is. */
  problemsOf: (settings: Settings, currency: string) => Issue[];
}

/**
 * The settings of a section, with the defaults of the fields that no owner has changed. The object is shared: callers must not modify
 * it.
 */
export async function findSection<Settings extends object>(
  reader: Reader,
  section: Section<Settings>,
): Promise<Settings> {
  return parseSection(section, await selectSection(reader, section.name));
}

type Fields<Settings> = { [Field in keyof Settings]?: Settings[Field] | undefined };

/**
 * Changes the given fields and keeps the others, so that two admins who change different fields keep both changes. Recorded in
 * the audit; pages show it at once. Refuses (400) what the section's `problemsOf` names, and (409) if a field of `expected`
 * has another value by now (docs/behaviour/settings.md).
 */
export function updateSection<Settings extends object>(
  shop: Shop,
  section: Section<Settings>,
  {
    adminId,
    changes,
    expected = {},
  }: { adminId: string; changes: Fields<Settings>; expected?: Fields<Settings> | undefined },
): Promise<Settings | Refusal> {
  return shop.database.write(async (tx) => {
    await lockName(tx, 'settings');
    const before = await findSection(tx, section);
    if (JSON.stringify({ ...before, ...expected }) !== JSON.stringify(before)) return refuse('settingsChanged');
    const after = section.schema.parse({ ...before, ...changes });
    const issues = section.problemsOf(after, shop.settings.currency);
    if (issues.length > 0) return refuse('settingsIncomplete', {}, { issues });
    const value = JSON.stringify(after);
    if (JSON.stringify(before) === value) return after;
    await writeSection(tx, { section: section.name, value, changed_at: shop.clock() });
    const action = `${section.noun} settings changed`;
    await recordChange(tx, shop, { adminId, action, subject: section.name, before, after });
    tx.raiseRevision();
    return after;
  });
}

const storedFields = z.record(z.string(), z.unknown());

/**
 * A cache: the last stored text of each section, and the settings parsed from it. 500 zones take 15 ms to parse, and 4 µs to compare as
 * text. Compared by the text, not by a revision, so that changes of other processes are noticed.
 */
const parsed = new WeakMap<object, { value: string; settings: unknown }>();

/** `value`: as it is stored; undefined if nothing is. */
export function parseSection<Settings extends object>(section: Section<Settings>, value: string | undefined): Settings {
  if (value === undefined) return section.defaults;
  const last = parsed.get(section);
  // The type is right: the entry of a section is only written below, with settings of that section.
  if (last?.value === value) return last.settings as Settings;
  const settings = section.schema.parse({ ...section.defaults, ...storedFields.parse(JSON.parse(value)) });
  parsed.set(section, { value, settings });
  return settings;
}
