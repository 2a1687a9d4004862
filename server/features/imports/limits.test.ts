import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '#contract/errors.ts';
import { createPauses } from '#server/platform/concurrency/pauses.ts';
import { createImporter } from '#server/testing/imports.ts';
import { onEachEngine } from '#server/testing/shop.ts';
import { textOfHtml } from './html-text.ts';
import { readFileOfPieces } from './read-file.ts';
import { sourceRowsOf } from './source-rows.ts';

const read = (file: string | Buffer) => readFileOfPieces(Buffer.isBuffer(file) ? file : Buffer.from(file));

async function reasonOf(file: string | Buffer): Promise<string> {
  const answer = await read(file);
  return isRefusal(answer) ? answer.message : `read: ${JSON.stringify(answer).slice(0, 200)}`;
}

describe('A file of pieces', () => {
  it.each([
    ['UTF-8', Buffer.from('name,artist\nMoon,Lê Vân Khê\n')],
    ['UTF-8 with a mark', Buffer.from('\uFEFFname,artist\nMoon,Lê Vân Khê\n')],
    ['UTF-16', Buffer.from('\uFEFFname\tartist\r\nMoon\tLê Vân Khê\r\n', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('name;artist\nMoon;Lê Vân Khê\n', 'utf16le')],
    ['UTF-16, high bytes first', Buffer.from('\uFEFFname;artist\nMoon;Lê Vân Khê\n', 'utf16le').swap16()],
    ['Windows-1252', Buffer.from('name;artist\nMoon;Lê Vân Khê\n', 'latin1')],
  ])('is read in %s', async (_name, file) => {
    expect(await read(file)).toEqual({
      titles: ['name', 'artist'],
      records: [{ row: 2, cells: ['Moon', 'Lê Vân Khê'] }],
      isGuarded: false,
    });
  });

  it('may have line breaks, quotes and delimiters in quoted cells, and empty rows, which count as rows of the file', async () => {
    expect(await read('name;"a; b"\r\n\r\n"Two\nlines";"say ""x"""\r\n')).toEqual({
      titles: ['name', 'a; b'],
      records: [{ row: 3, cells: ['Two\nlines', 'say "x"'] }],
      isGuarded: false,
    });
  });

  it.each([
    ['nothing in it', '', 'no titles'],
    ['only titles', 'name,price\n', 'no row below the titles'],
    ['a quotation mark that is never closed', `name,price\n"Moon,5\n${'x,1\n'.repeat(20)}`, 'never closed'],
    ['a megabyte in one cell', `name,price\n"${'x'.repeat(1_048_576)}",5\n`, 'longer than 400,000 characters'],
    ['10,001 columns', `${'a,'.repeat(10_000)}\n1\n`, '10,001 columns. A file may have at most 200'],
    ['a title that is no title', `name,${'('.repeat(100_000)}\nMoon,5\n`, 'title of column 2 has more than 200'],
    ['NUL bytes', 'name,price\nMo\0on,5\n', 'no text file'],
    [
      'NUL bytes further down',
      `name,price\n${'Moon,5\n'.repeat(4_000)}Mo\0on,5\n`,
      'Row 4002 has characters that are no text',
    ],
    ['the bytes of a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0, 0x0d]), 'no text'],
    ['too many rows', `name,price\n${'a,1\n'.repeat(5_001)}`, 'more than 5,000 rows'],
  ])('with %s is refused with a message that says why', async (_name, file, words) => {
    expect(await reasonOf(file)).toContain(words);
  });

  it('of more than 8 MB is read in many short steps, between which other requests run', async () => {
    const row = `Moon,100,"${'Sơn mài đỏ, một câu dài. '.repeat(60)}"\n`;
    const file = Buffer.from(`name,price,info\n${row.repeat(4_900)}`);
    expect(file.length).toBeGreaterThan(8_000_000);
    let [turns, isReading] = [0, true];
    const others = (async () => {
      for (; isReading; turns += 1) await setImmediate();
    })();
    // With 0 milliseconds, others run after each part, also on a fast machine.
    const answer = await readFileOfPieces(file, createPauses(0));
    isReading = false;
    await others;
    expect(isRefusal(answer)).toBe(false);
    // At least one turn for each megabyte.
    expect(turns).toBeGreaterThan(file.length / 1_048_576);
  });
});

describe('Variants of one product', () => {
  const titles = ['Handle', 'Title', 'Body (HTML)', 'Variant Price', 'Option1 Value', 'Image Src'];
  const rowsOf = (cellsOf: (number: number) => string[]) =>
    sourceRowsOf(
      'shopify',
      {
        titles,
        records: Array.from({ length: 4_999 }, (_, place) => ({ row: place + 2, cells: cellsOf(place) })),
        isGuarded: false,
      },
      { now: 0, timeZone: 'UTC' },
    );

  it('are refused if each would get a long description', async () => {
    const long = 'x'.repeat(390_000);
    const answer = await rowsOf((place) => [
      'moon',
      place === 0 ? 'Moon' : '',
      place === 0 ? long : '',
      '5',
      `${place}`,
      '',
    ]);
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('too long together') });
  });

  it('get at most one picture more than a piece may have', async () => {
    const answer = await rowsOf((place) => [
      'moon',
      place === 0 ? 'Moon' : '',
      '',
      '5',
      `${place}`,
      `https://a.example/${place}`,
    ]);
    if (isRefusal(answer)) throw new Error(answer.message);
    expect(answer).toHaveLength(4_999);
    expect(answer.at(-1)?.cells.at(-1)?.split('\n')).toHaveLength(31);
  });
});

describe('HTML', () => {
  it.each([
    ['<p>One</p><p>Two<br>three</p>', 'One\n\nTwo\nthree'],
    ['a < b &amp;&amp; c &lt;script&gt;', 'a < b && c <script>'],
    ['<a title="x > y" onclick=\'alert("<b>")\'>link</a>', 'link'],
    ['<style>p{}</style>seen<!-- not --><svg><text>not</text></svg>', 'seen'],
    ['&#272;&#x1EC7;p &unknown; &#0;&#xD800;', 'Đệp &unknown;'],
    ['<script>never closed', ''],
  ])('%s becomes text', (html, text) => {
    expect(textOfHtml(html)).toBe(text);
  });
});

onEachEngine('An import', (shop) => {
  it('refuses rows whose numbers, sizes and choices are longer than any field, without reading them', async () => {
    const linh = createImporter(shop, await shop.admin('Linh'));
    const titles = ['price', 'dimensions', 'weight (kg)', 'status', 'inventoryNumber'];
    for (const title of titles.slice(0, 4)) {
      const read = await linh.reads(
        `name,price,${title}\nMoon,5,"${'1 x '.repeat(20_000)}"\n`.replace('price,price', 'medium,price'),
      );
      const [row] = await linh.rowsOf(read);
      expect([title, row?.problems]).toEqual([
        title,
        [expect.objectContaining({ column: title, message: `${title} is too long: at most 200 characters` })],
      ]);
    }
    const marks = await linh.reads(`name,price,inventoryNumber\nMoon,5,a${'\u0301'.repeat(40_000)}\n`);
    expect((await linh.rowsOf(marks))[0]?.problems).toMatchObject([{ message: 'At most 200 characters' }]);
  });

  it('keeps a formula as a text, which the export guards with an apostrophe', async () => {
    const linh = createImporter(shop, await shop.admin('Linh'));
    await linh.imports('name,price,info\n"=HYPERLINK(""http://evil.example"")",5,"+1"\n');
    expect(await linh.pieces()).toMatchObject([{ name: '=HYPERLINK("http://evil.example")', info: '+1' }]);
    const csv = (await linh.exported()).toString();
    expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
    expect((await linh.reads(csv)).counts).toMatchObject({ same: 1, change: 0, new: 0 });
  });

  it('refuses a file above 10 MB and a file without rows', async () => {
    const linh = createImporter(shop, await shop.admin('Linh'));
    const { status, body } = await linh.upload(Buffer.alloc(10 * 1_048_576 + 1, 'a'));
    expect({ status, message: body.message }).toEqual({
      status: 413,
      message: expect.stringContaining('at most 10 MB'),
    });
    expect((await linh.upload(Buffer.from('name,price\n'))).body.message).toBe('There is no row below the titles.');
  });

  it('takes the first 30 pictures, leaves out those that the shop does not have, and refuses other addresses', async () => {
    const linh = createImporter(shop, await shop.admin('Linh'));
    const urls = Array.from({ length: 32 }, (_, place) => `https://a.example/${place}.jpg`);
    const here = '/media/0123456789abcdef0123456789abcdef/original.png';
    const read = await linh.reads(
      `name,price,pictures\nMany,5,"${urls.join('\n')}"\nOther,6,${here}\nBad,7,javascript:alert(1)\n`,
    );
    expect(await linh.rowsOf(read)).toMatchObject([
      { kind: 'new', warnings: ['Only the first 30 of its pictures are taken'] },
      { kind: 'new', warnings: ['One picture is not in this shop and left out: upload them here'] },
      { kind: 'refused', problems: [{ column: 'pictures', message: 'Please enter a valid image URL' }] },
    ]);
  });
});

onEachEngine(
  'Exports',
  (shop) => {
    it('are limited to 20 in an hour, and each is in the audit', async () => {
      const { token } = await shop.admin('Ada');
      for (let count = 0; count < 20; count += 1) await shop.call('exportPiecesAsJson', { token });
      expect((await shop.call('exportPieces', { token })).status).toBe(429);
      await shop.shop.backgroundWrites.settled();
      const { entries } = (await shop.call('listAuditEntries', { token, query: { q: 'pieces exported' } })).body;
      expect(entries).toHaveLength(20);
    });
  },
  { RATE_LIMITS: 'on' },
);
