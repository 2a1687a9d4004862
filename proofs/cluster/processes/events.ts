import { z } from 'zod';

const event = z.object({ listingId: z.string(), state: z.string() });

/** An open stream of live events. */
export interface Events {
  /** `piece state` -> `performance.now()` of its first mention. */
  received: Map<string, number>;
  close(): void;
}

/** Answers when the stream is open. `address` without a trailing slash. */
export async function openEvents(address: string): Promise<Events> {
  const leaving = new AbortController();
  const response = await fetch(`${address}/api/events`, { signal: leaving.signal });
  if (!response.body) throw new Error('there is no stream');
  const received = new Map<string, number>();
  listen(response.body, received).catch(() => undefined);
  return { received, close: () => leaving.abort() };
}

async function listen(body: AsyncIterable<Uint8Array>, received: Map<string, number>): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (!line.startsWith('data: ')) continue;
      const { listingId, state } = event.parse(JSON.parse(line.slice(6)));
      const words = `${listingId} ${state}`;
      if (!received.has(words)) received.set(words, performance.now());
    }
  }
}
