import { describe, expect, it } from 'vitest';
import { processorTimeOf } from '#server/testing/processor-time.ts';
import { isCameraName, pieceNameOf, stemOf, titleOf } from './file-names.ts';
import { fitGroups } from './fit-groups.ts';
import { groupPhotographs } from './group-photographs.ts';

const at = (fileName: string, folder = '', seconds = 0) => ({
  id: folder === '' ? fileName : `${folder}/${fileName}`,
  fileName,
  folder,
  takenAt: Date.UTC(2026, 10, 25, 9) + seconds * 1000,
});
const grouped = (...photographs: ReturnType<typeof at>[]) =>
  groupPhotographs(photographs).map(({ name, ids }) => [name, ...ids]);

describe('The name of a piece in a file name', () => {
  it.each([
    ['red-river-moon-1.jpg', 'Red River Moon'],
    ['red-river-moon_2.jpg', 'Red River Moon'],
    ['Red River Moon (3).jpg', 'Red River Moon'],
    ['red river moon detail.jpg', 'Red River Moon'],
    ['red river moon detail 2.jpeg', 'Red River Moon'],
    ['red-river-moon-4-back.HEIC', 'Red River Moon'],
    ['Trăng Sông Hồng 1.jpg', 'Trăng Sông Hồng'],
    ['moon-2024-1.jpg', 'Moon 2024'],
    ['detail.jpg', 'Detail'],
    ['study of a frame.jpg', 'Study Of A'],
    ['12.tif', '12'],
    ['moon-2021.jpg', 'Moon 2021'],
    ['VS-1001.jpg', 'VS 1001'],
    ['AB1234.jpg', 'AB1234'],
  ])('%s is %s', (fileName, name) => {
    expect(titleOf(pieceNameOf(stemOf(fileName)))).toBe(name);
  });

  it.each([
    'IMG_2041',
    'DSC01234',
    '_DSC0042',
    'P1010001',
    'PXL_20261125_094000123',
    '20261125_094000',
    '0042',
    'IMG-20261125-WA0003',
    'image (2)',
  ])('is not in %s, which a camera wrote', (stem) => expect(isCameraName(stem)).toBe(true));

  it.each(['red-river-moon-1', 'Image of a Crane', 'Imogen 2', 'Mg', 'Scandal', 'AB1234', 'LQ20260012'])(
    'may be in %s',
    (stem) => expect(isCameraName(stem)).toBe(false),
  );
});

describe('Photographs', () => {
  it('whose names differ only in number, capital letters, signs and words for a view are one piece', () => {
    const names = [
      'Red River Moon (3).jpg',
      'carp.jpg',
      'red-river-moon-1.jpg',
      'red-river-moon_2.jpg',
      'red river moon detail.jpg',
    ];
    expect(grouped(...names.map((name) => at(name)))).toEqual([
      ['Carp', 'carp.jpg'],
      [
        'Red River Moon',
        'red-river-moon-1.jpg',
        'red-river-moon_2.jpg',
        'Red River Moon (3).jpg',
        'red river moon detail.jpg',
      ],
    ]);
  });

  it('are grouped the same in whatever order they arrive', () => {
    const all = [
      at('a-1.jpg'),
      at('IMG_1.jpg', '', 10),
      at('a-2.jpg'),
      at('IMG_2.jpg', '', 500),
      at('b.jpg'),
      at('IMG_3.jpg', '', 560),
    ];
    expect(groupPhotographs(all.toReversed())).toEqual(groupPhotographs(all));
  });

  it('with camera names are divided at pauses of more than two minutes', () => {
    const photographs = [
      at('IMG_2041.HEIC', '', 0),
      at('IMG_2042.HEIC', '', 120),
      at('IMG_2043.HEIC', '', 241),
      at('DSC01234.JPG', '', 250),
    ];
    expect(grouped(...photographs)).toEqual([
      ['', 'IMG_2041.HEIC', 'IMG_2042.HEIC'],
      ['', 'IMG_2043.HEIC', 'DSC01234.JPG'],
    ]);
  });

  it('in several subfolders are one piece each', () => {
    expect(
      grouped(
        at('IMG_1.jpg', 'Studio/carp', 900),
        at('front.jpg', 'Studio/red-river-moon'),
        at('IMG_2.jpg', 'Studio/carp'),
        at('x.jpg', 'Studio'),
      ),
    ).toEqual([
      ['X', 'Studio/x.jpg'],
      ['Carp', 'Studio/carp/IMG_1.jpg', 'Studio/carp/IMG_2.jpg'],
      ['Red River Moon', 'Studio/red-river-moon/front.jpg'],
    ]);
  });

  it('in a single subfolder, in folders of a camera, and in ones with too many for a piece are grouped by their names', () => {
    expect(grouped(at('a-1.jpg', 'Studio/one'), at('b-1.jpg', 'Studio/one'))).toHaveLength(2);
    expect(
      grouped(at('a.jpg', 'DCIM/100CANON'), at('b.jpg', 'DCIM/100CANON'), at('c.jpg', 'DCIM/101CANON')),
    ).toHaveLength(3);
    const many = Array.from({ length: 32 }, (_, index) => at(`${index % 2 ? 'a' : 'b'}-${index}.jpg`, 'Studio/many'));
    expect(grouped(...many, at('c.jpg', 'Studio/other'))).toHaveLength(3);
  });

  it('are grouped in less than a second if there are a thousand', () => {
    const photographs = Array.from({ length: 1000 }, (_, index) => at(`IMG_${index}.jpg`, '', index * 61));
    expect(processorTimeOf(() => groupPhotographs(photographs))).toBeLessThan(1000);
  });
});

describe('The existing pieces', () => {
  const fitted = (groups: string[][], placed: Record<string, [string | null, boolean?]>) =>
    fitGroups(
      groups.map((ids) => ({ name: ids.join('+'), ids })),
      Object.entries(placed).map(([id, [pieceId, isKept = false]]) => ({ id, pieceId, isKept })),
    ).map(({ pieceId, ids }) => [pieceId, ...ids]);

  it('keep their photographs, and a new photograph joins the piece of its group', () => {
    expect(fitted([['a', 'b', 'c']], { a: ['P'], b: ['P'], c: [null] })).toEqual([['P', 'a', 'b', 'c']]);
    expect(fitted([['a', 'b']], { a: ['P', true], b: [null] })).toEqual([['P', 'b']]);
  });

  it('are joined and divided as the grouping says, unless somebody has changed them', () => {
    expect(fitted([['a', 'b', 'c']], { a: ['P'], b: ['Q'], c: ['Q'] })).toEqual([['Q', 'a', 'b', 'c']]);
    expect(fitted([['a'], ['b']], { a: ['P'], b: ['P'] })).toEqual([
      ['P', 'a'],
      [null, 'b'],
    ]);
    expect(fitted([['a', 'b', 'c']], { a: ['P', true], b: ['Q', true], c: [null] })).toEqual([['Q', 'c']]);
    expect(fitted([['a', 'b']], { a: ['P', true], b: ['Q', true] })).toEqual([]);
  });
});
