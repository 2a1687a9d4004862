import type { FastifyInstance } from 'fastify';
import { apiBase, type EndpointName } from '#contract/api.ts';
import { refuse } from '#contract/errors.ts';
import { orderStatuses } from '#contract/states.ts';
import { accountRoutes, type OtherRecords } from '#server/features/accounts/accounts.routes.ts';
import { findSession, lockSession } from '#server/features/accounts/accounts.ts';
import { passkeyRoutes } from '#server/features/accounts/passkeys.routes.ts';
import { secondFactorRoutes } from '#server/features/accounts/second-factor.routes.ts';
import { alertRoutes } from '#server/features/alerts/alerts.routes.ts';
import { confirmByLink, deleteAlertsOf, listAllAlerts, stopByLink } from '#server/features/alerts/alerts.ts';
import { analyticsRoutes } from '#server/features/analytics/analytics.routes.ts';
import { artistRoutes } from '#server/features/artists/artists.routes.ts';
import { findChosenNames } from '#server/features/artists/artists.ts';
import { auditRoutes } from '#server/features/audit/audit.routes.ts';
import { backupsRoutes } from '#server/features/backups/backups.routes.ts';
import { backupResults, type Disk, findBackupStatus, findDisks } from '#server/features/backups/backups.ts';
import { bankRoutes } from '#server/features/bank/bank.routes.ts';
import { cartRoutes } from '#server/features/cart/cart.routes.ts';
import { listCartItems } from '#server/features/cart/cart.ts';
import { catalogRoutes } from '#server/features/catalog/catalog.routes.ts';
import { firstHoldEnd } from '#server/features/catalog/catalog.ts';
import { cataloguePaperRoutes } from '#server/features/catalogue-papers/catalogue-papers.routes.ts';
import { certificateRoutes, registerCertificateKeys } from '#server/features/certificates/certificates.routes.ts';
import { checkoutRoutes } from '#server/features/checkout/checkout.routes.ts';
import { endPurchases, freeListingAsAdmin } from '#server/features/checkout/checkout.ts';
import { closeLookRoutes } from '#server/features/close-look/close-look.routes.ts';
import { findCloseLook, findLookedAt } from '#server/features/close-look/close-look.ts';
import { conditionReportRoutes } from '#server/features/condition-reports/condition-reports.routes.ts';
import { forgetConditionPerson, listOwnConditionLinks } from '#server/features/condition-reports/condition-reports.ts';
import { deliveryRoutes } from '#server/features/delivery/delivery.routes.ts';
import { demoRoutes } from '#server/features/demo/demo.routes.ts';
import { enquiryRoutes } from '#server/features/enquiries/enquiries.routes.ts';
import { deleteEnquiriesOf, listEnquiriesOf } from '#server/features/enquiries/enquiries.ts';
import { fulfilmentRoutes } from '#server/features/fulfilment/fulfilment.routes.ts';
import { deleteNotesOf } from '#server/features/fulfilment/fulfilment.ts';
import { countLiveHolds } from '#server/features/holds/holds.ts';
import { homeRoutes } from '#server/features/home/home.routes.ts';
import { importRoutes } from '#server/features/imports/imports.routes.ts';
import { intakeRoutes } from '#server/features/intake/intake.routes.ts';
import { invoiceRoutes } from '#server/features/invoices/invoices.routes.ts';
import { letterRoutes } from '#server/features/letters/letters.routes.ts';
import { lightRoutes } from '#server/features/lights/lights.routes.ts';
import { countUnsentEmails } from '#server/features/mail/mail.ts';
import { mediaRoutes, registerMediaFiles } from '#server/features/media/media.routes.ts';
import { needsRoutes } from '#server/features/needs/needs.routes.ts';
import { operationRoutes } from '#server/features/operations/operations.routes.ts';
import { orderRoutes } from '#server/features/orders/orders.routes.ts';
import {
  cancelPendingOrders,
  countOrdersByStatus,
  findOrderDetails,
  forgetBuyer,
  listOrders,
} from '#server/features/orders/orders.ts';
import { privateSaleRoutes } from '#server/features/private-sales/private-sales.routes.ts';
import { forgetPrivateClient, listOwnPrivateLinks } from '#server/features/private-sales/private-sales.ts';
import { provenanceRoutes, registerLinkedArt } from '#server/features/provenance/provenance.routes.ts';
import { forgetNamesInProvenance } from '#server/features/provenance/provenance.ts';
import { reconciliationRoutes } from '#server/features/reconciliation/reconciliation.routes.ts';
import { reportRoutes } from '#server/features/reports/reports.routes.ts';
import { returnRoutes } from '#server/features/returning/returning.routes.ts';
import { forgetReturnTexts } from '#server/features/returns/returns.ts';
import { savedRoutes } from '#server/features/saved/saved.routes.ts';
import { listAllSaved } from '#server/features/saved/saved.ts';
import { registerIiif, scanRoutes } from '#server/features/scans/scans.routes.ts';
import { settingsRoutes } from '#server/features/settings/settings.routes.ts';
import { settlementRoutes } from '#server/features/settlement/settlement.routes.ts';
import { translationRoutes } from '#server/features/translations/translations.routes.ts';
import { visitRoutes } from '#server/features/visits/visits.routes.ts';
import { waitingListRoutes } from '#server/features/waiting-list/waiting-list.routes.ts';
import {
  leaveWaitingLists,
  listWaitingForDownload,
  offerToWaiting,
} from '#server/features/waiting-list/waiting-list.ts';
import { createEmptyApp } from './empty-app.ts';
import { registerEmailLinks } from './platform/http/email-links.ts';
import type { Handlers } from './platform/http/handlers.ts';
import { type MetricsOptions, registerMetrics } from './platform/http/metrics.ts';
import { type ApiServices, mountApi } from './platform/http/mount.ts';
import { sendRefusal } from './platform/http/refusals.ts';
import { refuseWrongMethod } from './platform/http/wrong-method.ts';
import type { Shop } from './shop.ts';
import { translateReplies } from './translated-handlers.ts';

/** Returns the whole API of a shop. It does not listen yet, and pages are added by registerWebsite(). */
export async function createApp(shop: Shop): Promise<FastifyInstance> {
  const app = createEmptyApp(shop);
  registerMediaFiles(app, shop);
  registerCertificateKeys(app, shop);
  registerLinkedArt(app, shop);
  registerIiif(app, shop, (listing) => findCloseLook(shop.database.read, listing));
  registerEmailLinks(app, {
    '/alerts/confirm': async (token) => ((await confirmByLink(shop, token)) ? '/alerts/confirmed' : '/alerts/ended'),
    '/alerts/stop': async (token) => {
      await stopByLink(shop, token);
      return '/alerts/stopped';
    },
  });
  mountApi(app, apiServices(shop), translateReplies(shop, handlersOf(shop)));
  await registerMetrics(app, {
    token: shop.settings.metricsToken,
    counts: shopCounts(shop),
    disks: shopDisks(shop),
  });
  for (const path of [apiBase, `${apiBase}/*`])
    app.all(path, { onRequest: refuseWrongMethod }, (request, reply) =>
      sendRefusal(request, reply, refuse('unknownPath')),
    );
  return app;
}

/** The handler of every endpoint. */
function handlersOf(shop: Shop): Handlers<EndpointName> {
  return {
    ...accountRoutes(shop, otherRecords(shop)),
    ...catalogRoutes(shop, {
      endHoldAsAdmin: (tx, adminId, listingId) => freeListingAsAdmin(tx, shop, adminId, listingId),
      findChosenNames,
      offerBack: (tx, listingIds) => offerToWaiting(tx, shop, listingIds),
    }),
    ...importRoutes(shop),
    ...artistRoutes(shop),
    ...secondFactorRoutes(shop),
    ...passkeyRoutes(shop),
    ...cartRoutes(shop),
    ...savedRoutes(shop),
    ...waitingListRoutes(shop),
    ...alertRoutes(shop),
    ...cataloguePaperRoutes(shop),
    ...certificateRoutes(shop),
    ...provenanceRoutes(shop),
    ...conditionReportRoutes(shop),
    ...closeLookRoutes(shop),
    ...checkoutRoutes(shop),
    ...orderRoutes(shop),
    ...fulfilmentRoutes(shop),
    ...returnRoutes(shop),
    ...settlementRoutes(shop),
    ...reconciliationRoutes(shop),
    ...backupsRoutes(shop),
    ...needsRoutes(shop),
    ...invoiceRoutes(shop),
    ...reportRoutes(shop),
    ...enquiryRoutes(shop),
    ...privateSaleRoutes(shop),
    ...mediaRoutes(shop),
    ...intakeRoutes(shop),
    ...scanRoutes(shop, findLookedAt),
    ...lightRoutes(shop, findLookedAt),
    ...letterRoutes(shop),
    ...analyticsRoutes(shop),
    ...visitRoutes(shop),
    ...auditRoutes(shop),
    ...bankRoutes(shop),
    ...settingsRoutes(shop),
    ...homeRoutes(shop),
    ...translationRoutes(shop),
    ...deliveryRoutes(shop),
    ...demoRoutes(shop),
    ...operationRoutes(shop),
  };
}

function apiServices(shop: Shop): ApiServices {
  return {
    publicUrl: shop.settings.publicUrl,
    rateLimits: shop.settings.rateLimits,
    sessions: {
      find: (tokenHash) => findSession(shop, tokenHash),
      lock: (tx, tokenHash) => lockSession(tx, shop, tokenHash),
    },
    uploads: shop.media,
    firstHoldEnd: () => firstHoldEnd(shop),
  };
}

/** The counts that the metrics read from the database, each time the metrics are read. */
function shopCounts(shop: Shop): MetricsOptions['counts'] {
  const { read } = shop.database;
  return {
    orders: async () => {
      const counted = new Map((await countOrdersByStatus(read)).map(({ status, count }) => [status, count]));
      return Object.fromEntries(orderStatuses.map((status) => [status, counted.get(status) ?? 0]));
    },
    holds: async () => ({ live: await countLiveHolds(read, shop.clock()) }),
    emails: async () => ({ ...(await countUnsentEmails(read)) }),
    backupResults: async () => {
      const status = await findBackupStatus(shop);
      return status
        ? Object.fromEntries(backupResults.map((result) => [result, status.result === result ? 1 : 0]))
        : {};
    },
    backupTimes: async () => {
      const { lastGoodAt = null } = (await findBackupStatus(shop)) ?? {};
      return lastGoodAt === null ? {} : { good: lastGoodAt / 1_000 };
    },
  };
}

function shopDisks({ settings }: Shop): MetricsOptions['disks'] {
  const byPlace = async (bytes: (disk: Disk) => number) =>
    Object.fromEntries((await findDisks(settings)).map((disk) => [disk.place, bytes(disk)]));
  return { free: () => byPlace(({ freeBytes }) => freeBytes), size: () => byPlace(({ sizeBytes }) => sizeBytes) };
}

/** Reads and removes everything besides the account that the shop stores about a user, and ends the purchases of a blocked one. */
function otherRecords(shop: Shop): OtherRecords {
  return {
    read: (userId) => recordsOfUser(shop, userId),
    async remove(tx, person) {
      await leaveWaitingLists(tx, shop, person.id);
      await deleteNotesOf(tx, person.id);
      await forgetReturnTexts(tx, person.id);
      await forgetBuyer(tx, shop, person.id);
      await forgetNamesInProvenance(tx, person.id);
      await deleteEnquiriesOf(tx, person);
      await forgetPrivateClient(tx, person);
      await forgetConditionPerson(tx, person);
      await deleteAlertsOf(tx, person);
    },
    async endPurchases(tx, userId) {
      await leaveWaitingLists(tx, shop, userId);
      await endPurchases(tx, shop, userId);
      await cancelPendingOrders(tx, shop, userId);
    },
  };
}

async function recordsOfUser(shop: Shop, userId: string) {
  const { orders } = await listOrders(shop, {}, { userId });
  const details = await Promise.all(orders.map((order) => findOrderDetails(shop.database.read, order.id)));
  const enquiries = (await listEnquiriesOf(shop.database.read, userId)).map((enquiry) => ({
    ...enquiry,
    replies: enquiry.replies.map(({ author: _, ...reply }) => reply),
  }));
  const [cart, saved] = [await listCartItems(shop, userId), await listAllSaved(shop, userId)];
  const [offers, waiting] = [await listOwnPrivateLinks(shop, userId), await listWaitingForDownload(shop, userId)];
  const [alerts, conditionReports] = [await listAllAlerts(shop, userId), await listOwnConditionLinks(shop, userId)];
  return { orders: details, cart, saved, offers, waiting, alerts, conditionReports, enquiries };
}
