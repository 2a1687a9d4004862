import { beforeEach, expect, it } from 'vitest';
import { refuse } from '#contract/errors.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import type { Writer } from './database.ts';

onEachEngine('The effects of a transaction', (shop) => {
  let seen: string[] = [];
  let heard: string[] = [];
  beforeEach(async () => {
    [seen, heard] = [[], []];
    shop.shop.database.listen(({ listingId }) => heard.push(listingId));
    // PostgreSQL opens the listening connection in the background.
    while (heard.length === 0) await announce('listening');
  });

  const write = <Answer>(work: (tx: Writer) => Promise<Answer>) => shop.shop.database.write(work);
  const announce = (listingId: string) => write(async (tx) => tx.listingChanged({ listingId, state: 'available' }));
  const revision = () => shop.shop.database.catalogRevision();
  const noteAll = (tx: Writer, name: string) => {
    tx.afterCommit(() => seen.push(`${name} first`));
    tx.listingChanged({ listingId: name, state: 'sold' });
    tx.raiseRevision(async (number) => void seen.push(`${name} revision ${number}`));
    tx.afterCommit(() => seen.push(`${name} second`));
  };
  /** Events arrive in the order of the commits. */
  const heardBefore = async (last: string) => {
    await announce(last);
    while (!heard.includes(last)) await new Promise(setImmediate);
    return heard.filter((id) => id !== 'listening' && id !== last);
  };

  it('happen once and in order after the commit', async () => {
    const before = await revision();
    await write(async (tx) => {
      noteAll(tx, 'moon');
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual([`moon revision ${before + 1}`, 'moon first', 'moon second']);
    expect(await revision()).toBe(before + 1);
    expect(await heardBefore('end')).toEqual(['moon']);
  });

  it('happen once for a function that is passed to afterCommit several times', async () => {
    const effect = () => void seen.push('woken');
    await write(async (tx) => {
      tx.afterCommit(effect);
      tx.afterCommit(effect);
    });
    expect(seen).toEqual(['woken']);
  });

  it('never happen when the work fails or is refused', async () => {
    const before = await revision();
    const failing = write(async (tx) => {
      noteAll(tx, 'failed');
      throw new Error('an accident');
    });
    await expect(failing).rejects.toThrow('an accident');
    const refused = await write(async (tx) => {
      noteAll(tx, 'refused');
      return refuse('listingNotFound');
    });
    expect(refused).toMatchObject({ status: 404 });
    expect(seen).toEqual([]);
    expect(await revision()).toBe(before);
    expect(await heardBefore('end')).toEqual([]);
  });

  it('never happen when the last step before the commit fails', async () => {
    const failing = write(async (tx) => {
      tx.listingChanged({ listingId: 'failed', state: 'sold' });
      tx.afterCommit(() => seen.push('failed'));
      tx.raiseRevision(() => Promise.reject(new Error('an accident')));
    });
    await expect(failing).rejects.toThrow('an accident');
    expect(seen).toEqual([]);
    expect(await heardBefore('end')).toEqual([]);
  });

  it('happen once when the transaction is repeated after a conflict', async () => {
    const before = await revision();
    let attempts = 0;
    await write(async (tx) => {
      attempts += 1;
      noteAll(tx, `attempt ${attempts}`);
      if (attempts === 1) await tx.insertInto('catalog_revision').values({ id: 1, revision: 0 }).execute();
    });
    expect(seen).toEqual([`attempt 2 revision ${before + 1}`, 'attempt 2 first', 'attempt 2 second']);
    expect(await revision()).toBe(before + 1);
    expect(await heardBefore('end')).toEqual(['attempt 2']);
  });
});
