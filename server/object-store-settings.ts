import { BadSetting } from './bad-setting.ts';

/** A bucket of an S3-compatible store, or a folder in one. */
export interface ObjectStorePlace {
  /** Without a trailing slash, e.g. https://s3.eu-central-1.amazonaws.com */
  endpoint: string;
  bucket: string;
  /** Prefix of every object name: empty, or ends with a slash. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The place that the setting `name` names; null without it. Throws BadSetting. Error messages never repeat the value, because
 * it contains a secret.
 */
export function objectStoreOf(environment: Environment, name: string): ObjectStorePlace | null {
  const address = environment[name];
  if (!address) return null;
  if (!address.startsWith('s3://')) throw new BadSetting(`${name} must start with s3://`);
  const url = parseUrl(address);
  const [, bucket, prefix = ''] = /^\/([\w.-]{3,63})((?:\/[\w-][\w.-]*)*)\/?$/.exec(url?.pathname ?? '') ?? [];
  const { tls = '1', region = 'us-east-1', ...others } = Object.fromEntries(url?.searchParams ?? []);
  const isAddress = url && bucket && /^[a-z0-9.-]+$|^\[[\da-f:.]+\]$/i.test(url.hostname) && !url.hash;
  if (!isAddress || !/^[01]$/.test(tls) || !/^[\w-]+$/.test(region) || Object.keys(others).length > 0)
    throw new BadSetting(
      `${name} must be s3://KEY:SECRET@HOST[:PORT]/BUCKET[/PREFIX][?region=…&tls=0], with %2F for / in the secret`,
    );
  const accessKeyId = decodeURIComponent(url.username) || environment.AWS_ACCESS_KEY_ID;
  const secretAccessKey = decodeURIComponent(url.password) || environment.AWS_SECRET_ACCESS_KEY;
  if (!accessKeyId || !secretAccessKey)
    throw new BadSetting(`${name} needs KEY:SECRET@, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY beside it`);
  return {
    endpoint: `http${tls === '1' ? 's' : ''}://${url.host}`,
    bucket,
    prefix: prefix === '' ? '' : `${prefix.slice(1)}/`,
    region,
    accessKeyId,
    secretAccessKey,
  };
}

function parseUrl(address: string): URL | null {
  try {
    const url = new URL(address);
    // Throws where the secret is not valid percent-encoding.
    decodeURIComponent(url.username + url.password);
    return url;
  } catch {
    return null;
  }
}
