import { describe, expect, it } from 'vitest';
import { isRefusal, refuse } from '#contract/errors.ts';
import { parseStatement } from './statement.ts';

const read = (...lines: string[]) => parseStatement(Buffer.from(lines.join('\n')));

async function rowsOf(...lines: string[]) {
  const statement = await read(...lines);
  if (isRefusal(statement)) throw new Error(statement.message);
  return statement.rows;
}

describe('A bank statement', () => {
  it.each([
    ['with a signed amount', 'Date,Amount,Description,Balance', '23/11/2026,"+3,200.00",TRANSFER ANNA K7M4QX,9000.00'],
    [
      'with a column of credits',
      'Transaction Date;Narrative;Debit;Credit',
      '23 Nov 2026;TRANSFER ANNA K7M4QX;;3200.00',
    ],
    [
      'with a second column of days',
      'Date,Value Date,Amount,Description',
      '23/11/2026,24/11/2026,3200.00,TRANSFER ANNA K7M4QX',
    ],
    [
      'with a column that says credit or debit',
      'Date,Description,Amount,Credit/Debit',
      '23/11/2026,TRANSFER ANNA K7M4QX,3200.00,CR',
    ],
    ['with tabs and ISO days', 'Date\tDetails\tAmount', '2026-11-23\tTRANSFER ANNA K7M4QX\t$3,200'],
  ])('%s is read by the names of its columns', async (_what, names, row) => {
    expect(await rowsOf(`\uFEFF${names}`, row)).toMatchObject([
      { bookedOn: '2026-11-23', amountCents: 320_000, text: 'TRANSFER ANNA K7M4QX' },
    ]);
  });

  it.each(['DR', 'Debit', 'd'])('is read without the unsigned amounts that are marked %s', async (mark) => {
    const rows = await rowsOf(
      'Date,Credit/Debit,Amount,Details',
      `23/11/2026,${mark},40.00,FEE`,
      '24/11/2026,CR,50.00,ANNA',
    );
    expect(rows).toMatchObject([{ amountCents: 5_000, text: 'ANNA' }]);
  });

  it('without column names is read by the content of its columns', async () => {
    expect(
      await rowsOf('23/11/2026,"3,200.00","Anna Lê, K7M4QX",9000.00', '24/11/26,-40.00,FEE,8960.00'),
    ).toMatchObject([{ bookedOn: '2026-11-23', amountCents: 320_000, text: 'Anna Lê, K7M4QX' }]);
  });

  it('has the same hashes when it is read again, also for equal rows of one day', async () => {
    const lines = ['Date,Amount,Description', '23/11/2026,50.00,ANNA', '23/11/2026,50.00,ANNA'];
    const hashes = (await rowsOf(...lines)).map(({ hash }) => hash);
    expect(new Set(hashes).size).toBe(2);
    expect((await rowsOf(...lines, '24/11/2026,50.00,ANNA')).map(({ hash }) => hash).slice(0, 2)).toEqual(hashes);
  });

  it('without days or amounts is refused', async () => {
    const refusal = refuse('statementUnreadable');
    expect(await read('Name,Address', 'Anna,Hobart')).toEqual(refusal);
    expect(await read('')).toEqual(refusal);
    expect(await read('23/11/2026,Anna')).toEqual(refusal);
  });

  it('is refused if no day or no amount in it can be read, but not if it has no rows or only debits', async () => {
    const refusal = refuse('statementUnreadable');
    expect(await read('Date,Amount,Description', '11/23/2026,10.00,A', '11/24/2026,10.00,B')).toEqual(refusal);
    expect(await read('Date,Amount,Description', '23/11/2026,"1.234,56",A')).toEqual(refusal);
    expect(await rowsOf('Date,Amount,Description')).toEqual([]);
    expect(await rowsOf('Date,Details,Debit,Credit', '23/11/2026,FEE,40.00,', 'Total,,40.00,0.00')).toEqual([]);
  });

  it('is read with the numbers of the lines that cannot be read', async () => {
    const statement = await read(
      'Date,Amount,Description',
      '11/05/2026,10.00,A',
      '11/24/2026,20.00,B',
      '23/11/2026,"1.234,56",C',
      '',
      '23/11/2026,,Nothing',
      'Total,30.00,',
    );
    expect(statement).toMatchObject({ rows: [{ amountCents: 1_000 }], unreadLines: [3, 4, 7] });
  });

  it('with more than 20,000 rows is refused instead of being read in part', async () => {
    const rows = (count: number) => Array<string>(count).fill('23/11/2026,1.00,A');
    expect(await rowsOf(...rows(20_000))).toHaveLength(20_000);
    expect(await rowsOf('Date,Amount,Description', ...rows(20_000))).toHaveLength(20_000);
    expect(await read('Date,Amount,Description', ...rows(20_001))).toEqual(refuse('statementTooLarge'));
    expect(await read(...rows(20_001))).toEqual(refuse('statementTooLarge'));
  });

  it('is read without rows that have no valid day and without money that went out', async () => {
    const rows = await rowsOf('Date,Amount,Description', '31/02/2026,10.00,A', 'Total,10.00,B', '01/02/2026,(10.00),C');
    expect(rows).toEqual([]);
  });

  it('is read without numbers that are too large to be amounts', async () => {
    expect(await rowsOf('Date,Amount', '23/11/2026,"100,000,000,000,000.00"', '24/11/2026,10.00')).toMatchObject([
      { amountCents: 1_000 },
    ]);
    expect(await rowsOf('23/11/2026,"123,456,789,012,345,678",10.00')).toMatchObject([{ amountCents: 1_000 }]);
  });
});
