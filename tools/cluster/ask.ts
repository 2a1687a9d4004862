import { z } from 'zod';

/** What the shop said, as far as these programs want to know. */
const said = z
  .object({
    message: z.string(),
    orderId: z.string(),
    token: z.string(),
    listing: z.object({ id: z.string(), status: z.string(), reserved: z.boolean() }),
    orders: z.array(
      z.object({ id: z.string(), status: z.string(), items: z.array(z.object({ listingId: z.string() })) }),
    ),
  })
  .partial()
  .catch({});

export interface Reply {
  /** 0: there was no answer at all. */
  status: number;
  text: string;
  said: z.infer<typeof said>;
  /** What went wrong instead of an answer. */
  failure: string | null;
}

export interface Question {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  token?: string;
  body?: object;
  idempotencyKey?: string;
}

/** `url`: whole. Never throws. */
export async function ask(url: string, { method = 'GET', token, body, idempotencyKey }: Question = {}): Promise<Reply> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    });
    const text = await response.text();
    return { status: response.status, text, said: said.parse(parsedJson(text)), failure: null };
  } catch (error) {
    return { status: 0, text: '', said: {}, failure: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
