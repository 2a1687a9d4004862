import { afterEach, expect, test, vi } from 'vitest';
import { forgetSession, storeSession } from '../stored-session.ts';
import { clearSaved, mergeSavedAtSignIn, savedIds, setSaved } from './saved-listings.ts';

/** Replaces fetch by a fake server with the list of the user who is signed in. */
function fakeServer(list: readonly string[]): void {
  let listingIds = [...list];
  vi.stubGlobal('fetch', async (_: string, init: { method: string; body: string | null }) => {
    const sent: string[] = init.body ? JSON.parse(init.body).listingIds : [];
    listingIds = [...new Set([...listingIds, ...sent])];
    return Response.json({ success: true, listingIds });
  });
}
const signIn = async (name: string) => {
  storeSession(`token of ${name}`, { name, email: `${name}@example.com`, isAdmin: false });
  await mergeSavedAtSignIn();
};

afterEach(() => {
  clearSaved();
  forgetSession();
});

test('what a guest saved is saved in the account at sign-in', async () => {
  await setSaved('moon', true);
  fakeServer(['carp']);
  await signIn('anna');
  expect(savedIds().toSorted()).toEqual(['carp', 'moon']);
});

test('after a session has ended by itself, its pieces are neither shown nor given to the next account', async () => {
  fakeServer(['moon']);
  await signIn('anna');
  expect(savedIds()).toEqual(['moon']);
  forgetSession();
  expect(savedIds()).toEqual([]);
  await setSaved('tray', true);
  expect(savedIds()).toEqual(['tray']);
  fakeServer(['carp']);
  await signIn('ben');
  expect(savedIds().toSorted()).toEqual(['carp', 'tray']);
});

test('somebody who signs in again does not get back what they removed elsewhere meanwhile', async () => {
  fakeServer(['moon', 'carp']);
  await signIn('anna');
  forgetSession();
  fakeServer(['carp']);
  await signIn('anna');
  expect(savedIds()).toEqual(['carp']);
});

test('a list that was emptied and filled again in a session is not given to the next account', async () => {
  fakeServer(['moon']);
  await signIn('anna');
  await setSaved('moon', false);
  await setSaved('carp', true);
  forgetSession();
  fakeServer([]);
  await signIn('ben');
  expect(savedIds()).toEqual([]);
});
