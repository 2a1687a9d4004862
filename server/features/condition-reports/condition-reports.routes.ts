import type { conditionReportEndpoints } from '#contract/condition-reports.ts';
import { conditionFilename } from '#contract/condition-words.ts';
import { isRefusal, type Refusal, refuse } from '#contract/errors.ts';
import type { Language } from '#contract/languages.ts';
import { callerNetwork } from '#server/features/attempts/attempts.ts';
import { mayRead } from '#server/features/invoices/invoices.ts';
import { findOrderDetails } from '#server/features/orders/orders.ts';
import { createFairQueue } from '#server/platform/concurrency/fair-queue.ts';
import type { Handlers, PdfReply } from '#server/platform/http/handlers.ts';
import { inEnglish as say } from '#server/platform/translations.ts';
import type { Shop } from '#server/shop.ts';
import { type ReportRow, selectReport } from './condition-reports.queries.ts';
import {
  addReport,
  answerWithReport,
  changeReport,
  endConditionLink,
  findByToken,
  findReport,
  issueReport,
  listReports,
  openConditionLink,
  removeDraft,
  sendReport,
  withdrawReport,
} from './condition-reports.ts';
import { renderReport } from './report-paper.ts';

/** A waiting report needs little memory: its photographs are read when its turn comes. */
const maxPending = 100;
/** Applies only with RATE_LIMITS=on. */
const maxPendingPerCaller = 5;

export function conditionReportRoutes(shop: Shop): Handlers<keyof typeof conditionReportEndpoints> {
  const { read } = shop.database;
  const enqueue = createFairQueue({
    // The thread renders one report at a time; meanwhile a second one reads its photographs.
    concurrency: 2,
    maxWaiting: maxPending,
    maxWaitingPerCaller: shop.settings.rateLimits ? maxPendingPerCaller : undefined,
    busy: 'too many condition reports are pending',
  });
  const download = async (
    row: ReportRow | Refusal | undefined,
    language: Language | null,
  ): Promise<PdfReply | Refusal> => {
    if (!row) return refuse('conditionReportNotFound');
    if (isRefusal(row)) return row;
    const filename = conditionFilename(row.listing_id, row.examined_on);
    return { pdf: await renderReport(shop, row, language ?? 'en'), filename, disposition: 'attachment' };
  };
  return {
    listConditionReports: ({ params }) => listReports(shop, params.id),
    addConditionReport: ({ params, body }) => addReport(shop, params.id, body),
    getConditionReport: ({ params }) => findReport(shop, params.id),
    changeConditionReport: ({ params, body }) => changeReport(shop, params.id, body),
    deleteConditionReport: async ({ params, session }) =>
      (await removeDraft(shop, session.userId, params.id)) ?? { message: say('Draft deleted') },
    issueConditionReport: ({ params, body, session, pageLanguage }) =>
      issueReport(shop, session.userId, { ...params, ...body, language: pageLanguage ?? 'en' }),
    withdrawConditionReport: ({ params, body, session }) =>
      withdrawReport(shop, session.userId, { ...params, ...body }),
    downloadConditionReport: ({ params, session, pageLanguage }) =>
      enqueue({ caller: session.userId }, async () => download(await selectReport(read, params.id), pageLanguage)),
    sendConditionReport: ({ params, body, session }) => sendReport(shop, session.userId, { ...params, ...body }),
    answerWithConditionReport: ({ params, session }) => answerWithReport(shop, session.userId, params.id),
    endConditionLink: ({ params, session }) => endConditionLink(shop, session.userId, params),
    openConditionLink: ({ body }) => openConditionLink(shop, body.token),
    downloadConditionByLink: ({ body, address, pageLanguage }) =>
      enqueue({ caller: callerNetwork(address) }, async () =>
        download(await findByToken(shop, body.token, address), pageLanguage),
      ),
    downloadOwnConditionReport: ({ params, session, pageLanguage }) =>
      enqueue({ caller: session.userId }, async () => {
        const order = await findOrderDetails(read, params.id);
        const isIncluded = order?.conditionReports?.some(({ id }) => id === params.reportId);
        if (!order || !isIncluded || !mayRead(order, session)) return refuse('conditionReportNotFound');
        return download(await selectReport(read, params.reportId), pageLanguage);
      }),
  };
}
