import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { ApiAnswer } from '#server/testing/api-client.ts';
import { createHttpClient, type Transfer } from '#server/testing/http-client.ts';
import { send } from '../load/actions.ts';
import type { Request } from './requests.ts';

export type Answer = ApiAnswer & Transfer;

export interface Released {
  /** In the order of the requests. A request without an answer has the status 0. */
  answers: Answer[];
  /** Milliseconds from the first released byte to the last. */
  within: number;
}

/** A server's queue of new sockets is finite, 511 with Node. */
const connectingAtOnce = 200;
/** The longest wait for an answer, milliseconds. */
const timeout = 120_000;

/**
 * Connects a socket for each request and writes all of it but the last byte. When every server has read that far, the last
 * bytes are sent together, no earlier than `notBefore` (epoch milliseconds). The first request goes to the first address,
 * the second to the second, and so on in turn.
 */
export async function releaseAtOnce(
  addresses: readonly string[],
  requests: readonly Request[],
  notBefore = 0,
): Promise<Released> {
  const gate = Promise.withResolvers<void>();
  const answers: Promise<Answer>[] = [];
  for (let start = 0; start < requests.length; start += connectingAtOnce) {
    const wave = requests.slice(start, start + connectingAtOnce).map(({ endpoint, options }, index) => {
      const written = Promise.withResolvers<void>();
      const beforeLastByte = () => {
        written.resolve();
        return gate.promise;
      };
      const address = addresses[(start + index) % addresses.length] ?? '';
      const client = createHttpClient(address, { timeout, beforeLastByte });
      // Without a body there would be no last byte to hold back.
      const answer = send(client, { endpoint, options: { body: {}, ...options } }).finally(client.close);
      answers.push(answer);
      return Promise.race([written.promise, answer]);
    });
    await Promise.all(wave);
  }
  await untilAllIsRead(addresses);
  await pause(Math.max(0, notBefore - Date.now()));
  const releasedAt = performance.now();
  gate.resolve();
  await setImmediate();
  const within = performance.now() - releasedAt;
  return { answers: await Promise.all(answers), within };
}

/** A server reads its sockets in turn, so one that answers a later request has read what was sent before. */
async function untilAllIsRead(addresses: readonly string[]): Promise<void> {
  await Promise.all(addresses.map((address) => fetch(`${address}/api/health`).then((answer) => answer.text())));
}
