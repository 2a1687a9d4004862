import { createBoundedCache } from './bounded-cache.ts';

/** What the cache needs to know of what it keeps. */
export interface Kept {
  /** Bytes it takes, roughly. */
  readonly size: number;
  /** Epoch milliseconds after which it may show what is no longer so; null: until the revision changes. */
  readonly expiresAt: number | null;
  /** Whether it may be shown to the next reader at all. */
  readonly keepable: boolean;
}

interface PageCacheOptions {
  /** Bytes; beyond them what was not asked for longest goes. */
  capacity: number;
  /** What public pages show, as one integer that only grows. Read on every request. */
  revision: () => number | Promise<number>;
  /** Epoch milliseconds. */
  clock: () => number;
}

export interface PageCache<Page extends Kept> {
  /** The page of that address, made by `make` of a revision unless the one that is kept still shows what is so. */
  find(address: string, make: (revision: number) => Promise<Page>): Promise<Page>;
}

/**
 * Pages that are the same for everybody, kept until what they show changes (ARCHITECTURE.md, decision 5).
 *
 * A page is kept under the revision that was read before it was made: a change during the making raises the revision, so
 * that the next reader does not find it. Those who ask at the same revision while it is being made wait for that one.
 */
export function createPageCache<Page extends Kept>({ capacity, revision, clock }: PageCacheOptions): PageCache<Page> {
  const pages = createBoundedCache<{ page: Page; revision: number }>(capacity, ({ page }) => page.size);
  const underway = new Map<string, Promise<Page>>();

  const hasEnded = (page: Page) => page.expiresAt !== null && page.expiresAt <= clock();

  return {
    async find(address, make) {
      const now = await revision();
      const kept = pages.get(address);
      if (kept?.revision === now && !hasEnded(kept.page)) return kept.page;
      const joined = underway.get(`${now} ${address}`);
      if (joined !== undefined) {
        const page = await joined;
        // Begun before this request, it may have ended by the time it was asked for.
        return hasEnded(page) ? this.find(address, make) : page;
      }
      return refill(address, now, make);
    },
  };

  function refill(address: string, atRevision: number, make: (revision: number) => Promise<Page>): Promise<Page> {
    const key = `${atRevision} ${address}`;
    const making = make(atRevision).then((page) => {
      const older = pages.get(address);
      if (page.keepable && (older?.revision ?? 0) <= atRevision) pages.set(address, { page, revision: atRevision });
      return page;
    });
    underway.set(key, making);
    const forget = () => {
      if (underway.get(key) === making) underway.delete(key);
    };
    making.then(forget, forget);
    return making;
  }
}
