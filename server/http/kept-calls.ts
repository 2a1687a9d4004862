import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRefusal, type Refusal } from '#contract/errors.ts';
import { firstHoldEnd } from '#server/catalog/catalog.ts';
import type { Shop } from '#server/shop.ts';
import { keepablePage, type Page, sendPage } from './page.ts';
import { createPageCache, type Kept } from './page-cache.ts';
import { sendRefusal } from './refusals.ts';

/** Bytes of answers kept in memory. */
const capacity = 32 * 1024 * 1024;

/** Sends what `handle` answers, or the same as was answered to the same address before, while it still is what is so. */
export type SendKept = (request: FastifyRequest, reply: FastifyReply, handle: () => unknown) => Promise<FastifyReply>;

type KeptCall = Kept & ({ page: Page } | { refusal: Refusal });

/** The calls of the contract that everybody gets alike (`kept`), made once per change as pages are. */
export function createKeptCalls(shop: Shop): SendKept {
  const cache = createPageCache<KeptCall>({
    capacity,
    revision: () => shop.database.catalogRevision(),
    clock: shop.clock,
  });
  return async (request, reply, handle) => {
    const made = await cache.find(request.url, async (revision) => {
      // Before the rows are read: a hold that ends in between is not shown for longer than it lasts.
      const expiresAt = await firstHoldEnd(shop);
      const answer = await handle();
      return isRefusal(answer)
        ? { refusal: answer, size: 0, expiresAt, keepable: false }
        : keptCall(Buffer.from(JSON.stringify({ success: true, ...Object(answer) })), { revision, expiresAt });
    });
    return 'page' in made ? sendPage(request, reply, made.page) : sendRefusal(request, reply, made.refusal);
  };
}

function keptCall(bytes: Buffer, keptAs: { revision: number; expiresAt: number | null }): KeptCall {
  const headers = { 'Content-Type': 'application/json; charset=utf-8' };
  const page = keepablePage({ status: 200, bytes, headers, keptAs });
  return { page, size: page.size, expiresAt: page.expiresAt, keepable: true };
}
