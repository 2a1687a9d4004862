import { z } from 'zod';
import type { Act } from './acts.ts';

export interface Answer {
  status: number;
  /** Of a new order. */
  orderId: string | undefined;
  message: string | undefined;
  /** What `die-at-step.ts` tells. */
  steps: string | null;
  milliseconds: number;
}

const said = z.object({ orderId: z.string().optional(), message: z.string().optional() }).catch({});

/** Null: the answer never began, so nobody knows whether it was done. */
export async function send(
  address: string,
  act: Act,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer | null> {
  const begun = performance.now();
  try {
    const response = await fetch(address + act.path, {
      method: act.method,
      headers: {
        ...(act.body && { 'content-type': 'application/json' }),
        ...(act.token !== null && { authorization: `Bearer ${act.token}` }),
        ...(act.idempotencyKey !== undefined && { 'idempotency-key': act.idempotencyKey }),
        ...headers,
      },
      ...bodyOf(act),
      signal: AbortSignal.timeout(30_000),
    });
    const milliseconds = performance.now() - begun;
    // A status that has arrived is a promise, though the rest of the answer may be cut off.
    const text = await response.text().catch(() => '');
    const { orderId, message } = said.parse(parsedJson(text));
    return { status: response.status, orderId, message, steps: response.headers.get('x-steps'), milliseconds };
  } catch {
    return null;
  }
}

function bodyOf({ body, files }: Act): { body?: string | FormData } {
  if (body) return { body: JSON.stringify(body) };
  if (!files) return {};
  const form = new FormData();
  for (const [index, bytes] of files.all.entries())
    form.append(files.field, new Blob([new Uint8Array(bytes)]), `file-${index}`);
  return { body: form };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
