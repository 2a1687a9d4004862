import { insertIssuedReport } from '#server/features/condition-reports/condition-reports.ts';
import type { Writer } from '#server/platform/database/database.ts';
import { localDay } from '#server/platform/local-day.ts';
import type { Shop } from '#server/shop.ts';

/** How long before the demo is filled the piece was examined, in milliseconds. */
const examinedAgo = 20 * 24 * 3_600_000;

const texts = {
  examiner: 'Mai Tran, conservator',
  surface: 'Seen under raking light: no lifting, no cracks. Two pinholes in the clear coat near the lower left corner.',
  edges: 'The board is flat. No movement at the joints of the frame.',
  frame: 'Frame without marks. The back is sealed, the two hangers are firm.',
  restorations: 'None known, and none seen under ultraviolet light.',
  notes: 'Keep out of direct sun. Dust with a dry, soft cloth.',
};

/** Writes an issued condition report of a piece of the demo. `urlOf` returns the address of one of its pictures. */
export async function insertDemoReport(
  tx: Writer,
  shop: Shop,
  { listing, urlOf }: { listing: DemoListing; urlOf: (file: string) => string },
): Promise<void> {
  const photographs = [
    {
      file: 'red-river-moon-1.webp',
      caption: 'Front, with its frame',
      marks: [
        { x: 24, y: 81.5, kind: 'other', text: 'Two pinholes from the making, each under 0.3 mm' },
        { x: 68.5, y: 55, kind: 'wear', text: 'The gold leaf is thinner here, as the artist left it' },
      ],
    },
    {
      file: 'red-river-moon-2.webp',
      caption: 'The moon, from near',
      marks: [
        { x: 42, y: 38, kind: 'crack', text: 'Hairlines between the shards belong to the eggshell, all are filled' },
      ],
    },
  ] as const;
  await insertIssuedReport(tx, shop, {
    id: 'demo-condition-report',
    listing,
    state: 'very good',
    ...texts,
    examinedOn: localDay(shop.clock() - examinedAgo, shop.settings.timeZone).toString(),
    photographs: photographs.map(({ file, caption, marks }) => ({ url: urlOf(file), caption, marks: [...marks] })),
  });
}

type DemoListing = Parameters<typeof insertIssuedReport>[2]['listing'];
