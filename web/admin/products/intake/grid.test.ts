import { describe, expect, it, vi } from 'vitest';
import { emptyCells } from '#contract/intake-cells.ts';
import { type CellChange, createCellSaver, type SavingState } from './cell-saver.ts';
import { choiceOf } from './chosen-files.ts';
import { gridColumns, placeAfter } from './grid-columns.ts';
import { cellsOfText } from './pasted-cells.ts';
import { isReady, problemsOf } from './row-problems.ts';

describe('What is pasted from a spreadsheet', () => {
  it.each([
    [
      'a\tb\nc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\r\nb\r\n', [['a'], ['b']]],
    ['"a\tb"\t"say ""hi"""', [['a\tb', 'say "hi"']]],
    ['"two\nlines"\tx', [['two lines', 'x']]],
    ['6" wide\t1', [['6" wide', '1']]],
    ['"open\tb', [['"open', 'b']]],
    [
      '\t\n\t',
      [
        ['', ''],
        ['', ''],
      ],
    ],
  ])('%j', (text, cells) => expect(cellsOfText(text)).toEqual(cells));
});

describe('The keys of the grid', () => {
  const last = gridColumns.length - 1;
  const key = (name: string, keys: { shiftKey?: boolean; ctrlKey?: boolean } = {}) => ({
    ...{ key: name, shiftKey: false, ctrlKey: false, metaKey: false },
    ...keys,
  });
  it('move one cell and stay inside', () => {
    expect(placeAfter(key('Enter'), { row: 0, column: 1 }, 3)).toEqual({ row: 1, column: 1 });
    expect(placeAfter(key('ArrowDown'), { row: 2, column: 1 }, 3)).toEqual({ row: 2, column: 1 });
    expect(placeAfter(key('End', { ctrlKey: true }), { row: 0, column: 1 }, 3)).toEqual({ row: 2, column: last });
    expect(placeAfter(key('Home'), { row: 1, column: 4 }, 3)).toEqual({ row: 1, column: 0 });
    expect(placeAfter(key('a'), { row: 1, column: 4 }, 3)).toBeNull();
  });
  it('go on in the next row with Tab, and leave the grid at its ends', () => {
    expect(placeAfter(key('Tab'), { row: 0, column: last }, 2)).toEqual({ row: 1, column: 0 });
    expect(placeAfter(key('Tab'), { row: 1, column: last }, 2)).toBeNull();
    expect(placeAfter(key('Tab', { shiftKey: true }), { row: 0, column: 0 }, 2)).toBeNull();
  });
});

describe('A row', () => {
  const cells = { ...emptyCells, name: 'Moon', price: '3,200' };
  it('is ready with a name and a price', () => {
    expect(isReady(problemsOf(cells, 'AUD', undefined))).toBe(true);
    expect(problemsOf({ ...cells, price: '' }, 'AUD', undefined).missing).toEqual(['price']);
    expect(problemsOf({ ...cells, price: '42OO' }, 'AUD', undefined).fields).toEqual({
      price: 'A price is a number of dollars',
    });
  });
  it('has what the server said until the cell changes', () => {
    const refused = { cells, issues: [{ path: 'inventoryNumber', message: 'Taken' }] };
    expect(problemsOf(cells, 'AUD', refused).fields).toEqual({ inventoryNumber: 'Taken' });
    expect(problemsOf({ ...cells, inventoryNumber: 'VS-2' }, 'AUD', refused).fields).toEqual({});
  });
});

describe('Typed cells', () => {
  function opened(send: (changes: readonly CellChange[]) => Promise<string | null>) {
    const states: SavingState['is'][] = [];
    const saver = createCellSaver({
      ...{ delay: 10, retryAfter: 50, send, onSaved: () => {} },
      onChange: (_, state) => states.push(state.is),
    });
    return { saver, states };
  }
  const change = (value: string): CellChange => ({ pieceId: 'p', field: 'name', value });

  it('are saved together, of each cell the latest value, and again after a failure', async () => {
    vi.useFakeTimers();
    const sent: string[][] = [];
    let failures = 1;
    const { saver, states } = opened(async (changes) => {
      sent.push(changes.map(({ value }) => value));
      failures -= 1;
      return failures < 0 ? null : 'No connection';
    });
    saver.set([change('M')]);
    saver.set([change('Mo')]);
    await vi.advanceTimersByTimeAsync(20);
    expect([sent, states.at(-1)]).toEqual([[['Mo']], 'failed']);
    await vi.advanceTimersByTimeAsync(60);
    expect([sent, states.at(-1)]).toEqual([[['Mo'], ['Mo']], 'saved']);
    vi.useRealTimers();
  });
});

describe('A chosen folder', () => {
  it('is sent in its order, without files that are no pictures', () => {
    const file = (name: string, type = '') => ({ file: new File(['x'], name, { type }), folder: 'Studio' });
    const { pictures, others } = choiceOf([
      file('b10.jpg'),
      file('b2.HEIC'),
      file('.DS_Store'),
      file('list.csv'),
      file('a', 'image/png'),
    ]);
    expect(pictures.map(({ file: { name } }) => name)).toEqual(['a', 'b2.HEIC', 'b10.jpg']);
    expect(others).toBe(2);
  });
});
