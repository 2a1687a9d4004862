import { describe, expect, it, vi } from 'vitest';
import { type CellChange, intakeEndpoints } from '#contract/intake.ts';
import { emptyCells, type IntakeCells } from '#contract/intake-cells.ts';
import { limits } from '#contract/limits.ts';
import { createCellSaver, type SavingState } from './cell-saver.ts';
import { savable } from './cell-text.ts';
import { gridColumns, placeAfter } from './grid-columns.ts';
import { cellsOfText, pastedChanges } from './pasted-cells.ts';
import { type Piece, withChanges, withKnown } from './pieces.ts';
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
    ['"a\tb"\t"say ""hi"""', [['a b', 'say "hi"']]],
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
  ])('becomes cells: %j', (text, cells) => expect(cellsOfText(text)).toEqual(cells));
});

describe('The keys of the grid', () => {
  const last = gridColumns.length - 1;
  const key = (name: string, keys: { shiftKey?: boolean; ctrlKey?: boolean } = {}) => ({
    key: name,
    shiftKey: false,
    ctrlKey: false,
    metaKey: false,
    ...keys,
  });
  it('move by one cell or to the ends, and stay inside', () => {
    expect(placeAfter(key('Enter'), { row: 0, column: 1 }, 3)).toEqual({ row: 1, column: 1 });
    expect(placeAfter(key('ArrowDown'), { row: 2, column: 1 }, 3)).toEqual({ row: 2, column: 1 });
    expect(placeAfter(key('End', { ctrlKey: true }), { row: 0, column: 1 }, 3)).toEqual({ row: 2, column: last });
    expect(placeAfter(key('Home'), { row: 1, column: 4 }, 3)).toEqual({ row: 1, column: 0 });
    expect(placeAfter(key('a'), { row: 1, column: 4 }, 3)).toBeNull();
  });
  it('lead into the next row with Tab, and out of the grid at its ends', () => {
    expect(placeAfter(key('Tab'), { row: 0, column: last }, 2)).toEqual({ row: 1, column: 0 });
    expect(placeAfter(key('Tab'), { row: 1, column: last }, 2)).toBeNull();
    expect(placeAfter(key('Tab', { shiftKey: true }), { row: 0, column: 0 }, 2)).toBeNull();
  });
});

describe('A paste', () => {
  const pieces = [pieceOf({ id: 'a' }), pieceOf({ id: 'b' })];
  const at = (column: (typeof gridColumns)[number]) => ({ row: 1, column: gridColumns.indexOf(column) });
  const change = (field: CellChange['field'], value: string): CellChange => ({ pieceId: 'b', field, value });

  it('says which rows and columns have no place here', () => {
    const rows = [
      ['VS-1', 'Studio', 'x', 'y'],
      ['VS-2', 'Shelf'],
    ];
    expect(pastedChanges(pieces, at('inventoryNumber'), rows)).toEqual({
      changes: [change('inventoryNumber', 'VS-1'), change('location', 'Studio')],
      words: '2 cells pasted. 1 row of the spreadsheet has no piece here. 2 columns beyond the last one were left out.',
    });
    expect(pastedChanges(pieces, at('name'), [['Moon']]).words).toBe('1 cell pasted.');
  });
  it('cuts what is too long, and says so', () => {
    const { changes, words } = pastedChanges(pieces, at('name'), [['x'.repeat(1_001)]]);
    expect(changes).toEqual([change('name', 'x'.repeat(1_000))]);
    expect(words).toBe('1 cell pasted. 1 cell with more than 1,000 characters was cut.');
  });
});

describe('A row', () => {
  const cells = { name: 'Moon', price: '3,200' };
  const found = (more: Partial<IntakeCells>) => problemsOf(pieceOf({ cells: { ...cells, ...more } }), 'AUD', undefined);
  it('is ready with a name and a price', () => {
    expect(isReady(found({}))).toBe(true);
    expect(found({ price: '' }).missing).toEqual(['price']);
    expect(found({ price: '42OO' }).fields).toEqual({ price: 'A price is a number' });
  });
  it('shows the messages of the server until the cell, or the pictures, change', () => {
    const piece = pieceOf({ cells });
    const refused = {
      piece,
      issues: [
        { path: 'inventoryNumber', message: 'Taken' },
        { path: 'images', message: 'Too many' },
      ],
    };
    expect(problemsOf(piece, 'AUD', refused).fields).toEqual({ inventoryNumber: 'Taken', images: 'Too many' });
    const typed = pieceOf({ cells: { ...cells, inventoryNumber: 'VS-2' } });
    expect(problemsOf(typed, 'AUD', refused).fields).toEqual({ images: 'Too many' });
    expect(problemsOf({ ...typed, pictures: [] }, 'AUD', refused).fields).toEqual({});
  });
  it('keeps its objects while its piece is unchanged, so that it is not rendered again', () => {
    const pieces = [pieceOf({ id: 'a', cells }), pieceOf({ id: 'b', cells })];
    const [one, other] = withChanges(pieces, [{ pieceId: 'a', field: 'name', value: 'Sun' }]);
    expect([one === pieces[0], other === pieces[1]]).toEqual([false, true]);
    const again = withKnown(pieces, [pieceOf({ id: 'b', cells }), pieceOf({ id: 'a', cells: { name: 'Sun' } })]);
    expect([again[0] === pieces[1], again[1] === pieces[0]]).toEqual([true, false]);
    const [piece = pieceOf({})] = pieces;
    expect(problemsOf(piece, 'AUD', undefined)).toBe(problemsOf(piece, 'AUD', undefined));
  });
});

describe('Typed cells', () => {
  function opened(answers: (string | null | Promise<null>)[] = []) {
    const states: SavingState['is'][] = [];
    const sent: string[][] = [];
    const kept: boolean[] = [];
    const saver = createCellSaver({
      delay: 10,
      retryAfter: 50,
      onSaved: () => {},
      async send(changes, keepalive) {
        sent.push(changes.map(({ value }) => value));
        kept.push(keepalive);
        return answers.shift() ?? null;
      },
      onChange: (_, state) => states.push(state.is),
    });
    return { saver, sent, kept, states };
  }
  const change = (value: string, pieceId = 'p'): CellChange => ({ pieceId, field: 'name', value });

  it('are saved together, only the latest value of each cell, and again after a failure', async () => {
    vi.useFakeTimers();
    const { saver, sent, states } = opened(['No connection']);
    saver.set([change('M')]);
    saver.set([change('Mo')]);
    await vi.advanceTimersByTimeAsync(20);
    expect([sent, states.at(-1)]).toEqual([[['Mo']], 'failed']);
    await vi.advanceTimersByTimeAsync(60);
    expect([sent, states.at(-1)]).toEqual([[['Mo'], ['Mo']], 'saved']);
    vi.useRealTimers();
  });

  it('are all saved by `flush`, also those that are typed during a save', async () => {
    let answer = (_: null) => {};
    const { saver, sent } = opened([
      new Promise<null>((resolve) => {
        answer = resolve;
      }),
    ]);
    saver.set([change('M')]);
    const saved = saver.flush();
    saver.set([change('Mo')]);
    answer(null);
    expect(await saved).toBe(true);
    expect(sent).toEqual([['M'], ['Mo']]);
    saver.close();
  });

  it('are not reported as saved by `flush` if saving fails', async () => {
    const { saver } = opened(['No connection']);
    saver.set([change('M')]);
    expect(await saver.flush()).toBe(false);
    saver.close();
  });

  it('are sent when the page is closed, also those on their way, and only as much is kept alive as browsers allow', () => {
    const { saver, sent, kept } = opened([new Promise<null>(() => {})]);
    saver.set([change('M')]);
    void saver.flush();
    saver.set(Array.from({ length: 100 }, (_, index) => change('x'.repeat(900), `p${index}`)));
    saver.leave();
    expect(sent.map(({ length }) => length)).toEqual([1, 64, 37]);
    expect(kept).toEqual([false, true, false]);
    saver.close();
  });

  it.each(['a\tb', 'a\u000Bb', 'a\u0000', 'x'.repeat(5_000), `${'x'.repeat(999)}🎨`, '\uD800', 'e\u0301'.repeat(600)])(
    'can be saved whatever they are: %j',
    (value) => {
      const body = { changes: [savable(change(value))] };
      expect(intakeEndpoints.saveCells.body.safeParse(body).success).toBe(true);
      expect(savable(change(value)).value.length).toBeLessThanOrEqual(limits.intakeCell);
    },
  );
});

function pieceOf({ id = 'p', cells }: { id?: string; cells?: Partial<IntakeCells> }): Piece {
  const picture = { id: 'x', fileName: 'x.jpg', folder: '', thumbnail: null, placeholder: '#000' };
  return { id, cells: { ...emptyCells, ...cells }, pictures: [picture] };
}
