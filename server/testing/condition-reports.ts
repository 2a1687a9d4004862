import type { z } from 'zod';
import type { ConditionReport, writtenReport } from '#contract/condition-reports.ts';
import type { TestShop } from './open-shop.ts';
import { panel } from './pictures.ts';

/** The fields of a report that can be issued. */
export const complete = {
  examinedOn: '2026-01-05',
  examiner: 'Mai Tran',
  state: 'very good' as const,
  surface: 'No cracks.',
};
/** A mark on a photograph of a report. */
export const scratch = { x: 12.5, y: 80, kind: 'scratch' as const, text: 'Two centimetres, in the clear coat' };

/** Returns functions that call the endpoints of condition reports. */
export function reportsOf(shop: TestShop) {
  const begin = (token: string, id: string, body: object) =>
    shop.call('addConditionReport', { token, params: { id }, body });
  const issue = (token: string, id: string, version: number) =>
    shop.call('issueConditionReport', { token, params: { id }, body: { version } });
  /** Stores a picture and returns its address. */
  const photograph = async (width = 60) => {
    const kept = await shop.shop.media.keepPicture(await panel(width).png().toBuffer());
    if (!('url' in kept)) throw new Error('the picture was refused');
    return kept.url;
  };
  return {
    begin,
    issue,
    photograph,
    change: (token: string, id: string, body: z.input<typeof writtenReport> & { version: number }) =>
      shop.call('changeConditionReport', { token, params: { id }, body }),
    get: (token: string, id: string) => shop.call('getConditionReport', { token, params: { id } }),
    withdraw: (token: string, id: string, reason: string) =>
      shop.call('withdrawConditionReport', { token, params: { id }, body: { reason } }),
    /** Begins and issues a report with a photograph and a mark. */
    async issued(token: string, listingId: string, changes = {}): Promise<ConditionReport> {
      const photographs = [{ url: await photograph(), marks: [scratch] }];
      const { body } = await begin(token, listingId, { ...complete, photographs, ...changes });
      const done = await issue(token, body.report.id, body.report.version);
      if (done.status !== 200) throw new Error(JSON.stringify(done.body));
      return done.body.report;
    },
  };
}
