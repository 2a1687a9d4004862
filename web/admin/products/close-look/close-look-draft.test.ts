import { expect, test } from 'vitest';
import { type CloseLookDraft, merged, newDetail, nextDraft, writtenOf } from './close-look-draft.ts';

const box = { x: 0.1, y: 0.1, width: 0.5, height: 0.5 };
const named = (name: string) => ({ ...newDetail(box), name });
const draft: CloseLookDraft = { picture: '/one.webp', box: null, details: [named('Moon'), named('Carp')] };
const known = writtenOf(draft);

test('changes of different parts are merged; changes of the same part, or of the picture and a part, are not', () => {
  const mine = { ...known, box };
  const theirs = { ...known, details: [] };
  expect(merged(known, mine, theirs)).toEqual({ ...known, box, details: [] });
  expect(merged(known, mine, { ...known, box: { ...box, x: 0.2 } })).toBeNull();
  expect(merged(known, mine, { ...known, picture: '/two.webp' })).toBeNull();
  expect(merged(known, { ...known, picture: '/two.webp' }, known)).toEqual({ ...known, picture: '/two.webp' });
});

test('details keep their keys if they stay, move, or are changed in their place', () => {
  const [moon, carp] = draft.details;
  const [one, two] = known.details;
  const keysOf = (details: (typeof known)['details']) =>
    nextDraft({ ...known, details }, draft).details.map(({ key }) => key);
  expect(keysOf(known.details)).toEqual([moon?.key, carp?.key]);
  expect(keysOf([two, one].flatMap((detail) => detail ?? []))).toEqual([carp?.key, moon?.key]);
  const changed = { name: 'Moon', text: 'Duck eggshell', box };
  expect(keysOf([changed, ...known.details.slice(1)])).toEqual([moon?.key, carp?.key]);
  const [added, ...others] = keysOf([changed, ...known.details]);
  expect(others).toEqual([moon?.key, carp?.key]);
  expect(others).not.toContain(added);
});
