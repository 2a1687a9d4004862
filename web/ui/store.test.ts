import { expect, test, vi } from 'vitest';
import { createStore } from './store.ts';

test('notifies subscribers of a new value until they unsubscribe', () => {
  const store = createStore(1);
  const notify = vi.fn();
  const unsubscribe = store.subscribe(notify);
  store.set(2);
  expect([store.get(), notify.mock.calls.length]).toEqual([2, 1]);
  unsubscribe();
  store.set(3);
  expect([store.get(), notify.mock.calls.length]).toEqual([3, 1]);
});
