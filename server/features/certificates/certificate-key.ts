import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Refusal, refuse } from '#contract/errors.ts';
import type { Reader, Writer } from '#server/platform/database/database.ts';
import { StartRefused } from '#server/platform/failures.ts';
import { renameSynced, writeNewFileSync } from '#server/platform/files/durable-files.ts';
import type { Settings } from '#server/settings.ts';
import type { Shop } from '#server/shop.ts';
import { insertKey, lockCertificates, retireKeys, selectCurrentKey, selectKeys } from './certificates.queries.ts';
import { type SigningKey, signingKeyOf } from './signing-key.ts';

type KeySettings = Pick<Settings, 'certificateKey' | 'dataDirectory'>;
type KeyShop = Pick<Shop, 'clock' | 'randomBytes'> & { settings: KeySettings };

/**
 * The key that signs certificates: CERTIFICATE_KEY, else the file `certificate.key` in the data directory, which is created for the
 * first certificate. The caller has locked the certificates. Refused (409) when certificates were signed with another key.
 */
export async function openSigningKey(tx: Writer, shop: KeyShop): Promise<SigningKey | Refusal> {
  if (await selectCurrentKey(tx)) return findSigningKey(tx, shop.settings);
  return addKey(tx, shop, readSeed(shop.settings) ?? createSeed(shop));
}

/** The key that signs certificates now, for the PDF of one that was issued earlier. Refused (409) if this machine lacks the key. */
export async function findSigningKey(reader: Reader, settings: KeySettings): Promise<SigningKey | Refusal> {
  const current = await selectCurrentKey(reader);
  const seed = readSeed(settings);
  const key = seed && signingKeyOf(seed);
  return key && current?.id === key.id ? key : refuse('certificateKeyMissing');
}

/**
 * Signs certificates with a new key from now on; earlier ones can be checked as before. A key in CERTIFICATE_KEY or in the file that
 * signs nothing yet becomes the new one, so that an interrupted call can be repeated. Returns the id of the new key.
 */
export async function rotateCertificateKey(tx: Writer, shop: KeyShop): Promise<string> {
  await lockCertificates(tx);
  const seed = readSeed(shop.settings);
  const known = (await selectKeys(tx)).map(({ id }) => id);
  const isNew = seed !== null && !known.includes(signingKeyOf(seed).id);
  if (!isNew && shop.settings.certificateKey)
    throw new StartRefused('CERTIFICATE_KEY was used before: set it to a new key, and repeat this.');
  await retireKeys(tx, shop.clock());
  return (await addKey(tx, shop, isNew ? seed : createSeed(shop))).id;
}

/** Where the key is: the setting, or the path of the file. */
export const certificateKeyLocation = ({ certificateKey, dataDirectory }: KeySettings) =>
  certificateKey ? 'the setting CERTIFICATE_KEY' : keyFile(dataDirectory);

/** Writes the key to a new file with mode 600, to be stored apart from backups. False if the shop has none. */
export function writeCertificateKey(settings: KeySettings, target: string): boolean {
  const seed = readSeed(settings);
  if (!seed) return false;
  if (existsSync(target)) throw new StartRefused(`${target} is there already.`);
  writeNewFileSync(target, textOf(seed), 0o600);
  return true;
}

/** The 32 bytes of the key in the setting or the file. Null without a file, and for a file that was cut off or emptied. */
function readSeed({ certificateKey, dataDirectory }: KeySettings): Buffer | null {
  if (certificateKey) return certificateKey;
  const file = keyFile(dataDirectory);
  if (!existsSync(file)) return null;
  const text = readFileSync(file, 'utf8').trim();
  return /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : null;
}

function createSeed({ settings, randomBytes }: KeyShop): Buffer {
  const file = keyFile(settings.dataDirectory);
  const seed = randomBytes(32);
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  mkdirSync(dirname(file), { recursive: true });
  writeNewFileSync(draft, textOf(seed), 0o600);
  renameSynced(draft, file);
  return seed;
}

const textOf = (seed: Buffer) => `${seed.toString('hex')}\n`;

const keyFile = (dataDirectory: string) => join(dataDirectory, 'certificate.key');

/** Writes the key of this seed to the database. New certificates are signed with it from now on. */
async function addKey(tx: Writer, { clock }: KeyShop, seed: Buffer): Promise<SigningKey> {
  const key = signingKeyOf(seed);
  await insertKey(tx, { id: key.id, public_key: key.publicKey, made_at: clock(), retired_at: null });
  return key;
}
