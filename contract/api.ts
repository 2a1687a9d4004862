import { accountSecurityEndpoints } from './account-security.ts';
import { accountEndpoints } from './accounts.ts';
import { alertEndpoints } from './alerts.ts';
import { analyticsEndpoints } from './analytics.ts';
import { artistEndpoints } from './artists.ts';
import { auditEndpoints } from './audit.ts';
import { backupEndpoints } from './backups.ts';
import { bankEndpoints } from './bank.ts';
import { bulkEndpoints } from './bulk-edit.ts';
import { cartEndpoints } from './cart.ts';
import { catalogEndpoints } from './catalog.ts';
import { cataloguePaperEndpoints } from './catalogue-papers.ts';
import { certificateEndpoints } from './certificates.ts';
import { checkoutEndpoints } from './checkout.ts';
import { closeLookEndpoints } from './close-look.ts';
import { collectionEndpoints } from './collection.ts';
import { conditionReportEndpoints } from './condition-reports.ts';
import { deliveryEndpoints } from './delivery.ts';
import { demoEndpoints } from './demo.ts';
import type { Endpoint } from './endpoint.ts';
import { enquiryEndpoints } from './enquiries.ts';
import { fulfilmentEndpoints } from './fulfilment.ts';
import { homeEndpoints } from './home.ts';
import { importEndpoints } from './imports.ts';
import { intakeEndpoints } from './intake.ts';
import { invoiceEndpoints } from './invoices.ts';
import { letterEndpoints } from './letters.ts';
import { lightEndpoints } from './lights.ts';
import { mediaEndpoints } from './media.ts';
import { needEndpoints } from './needs.ts';
import { operationEndpoints } from './operations.ts';
import { orderEndpoints } from './orders.ts';
import { outsideSaleEndpoints } from './outside-sales.ts';
import { ownRecordsEndpoints } from './own-records.ts';
import { parcelPaperEndpoints } from './parcel-papers.ts';
import { passkeyEndpoints } from './passkeys.ts';
import { paymentEndpoints } from './payments.ts';
import { privateSaleEndpoints } from './private-sales.ts';
import { provenanceEndpoints } from './provenance.ts';
import { reconciliationEndpoints } from './reconciliation.ts';
import { reportEndpoints } from './reports.ts';
import { returnEndpoints } from './returns.ts';
import { savedEndpoints } from './saved.ts';
import { scanEndpoints } from './scans.ts';
import { secondFactorEndpoints } from './second-factor.ts';
import { settingsEndpoints } from './settings.ts';
import { setupEndpoints } from './setup.ts';
import { shopEndpoints } from './shop.ts';
import { shopSettingsEndpoints } from './shop-settings.ts';
import { staffEndpoints } from './staff.ts';
import { taxEndpoints } from './tax.ts';
import { translationEndpoints } from './translations.ts';
import { userBlockEndpoints } from './user-blocks.ts';
import { visitEndpoints } from './visits.ts';
import { waitingListEndpoints } from './waiting-list.ts';

/**
 * Every endpoint of the API, by its name. This table is the source of the server's routes and validation, of the types of server
 * and browser, of the browser's client, of /api/openapi.json and of the authorization test. The server does not start if an
 * endpoint has no handler, or a handler has no endpoint.
 */
export const api = {
  ...accountEndpoints,
  ...accountSecurityEndpoints,
  ...userBlockEndpoints,
  ...staffEndpoints,
  ...ownRecordsEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...catalogEndpoints,
  ...collectionEndpoints,
  ...bulkEndpoints,
  ...importEndpoints,
  ...artistEndpoints,
  ...cartEndpoints,
  ...savedEndpoints,
  ...waitingListEndpoints,
  ...alertEndpoints,
  ...cataloguePaperEndpoints,
  ...certificateEndpoints,
  ...provenanceEndpoints,
  ...conditionReportEndpoints,
  ...closeLookEndpoints,
  ...checkoutEndpoints,
  ...orderEndpoints,
  ...outsideSaleEndpoints,
  ...fulfilmentEndpoints,
  ...returnEndpoints,
  ...paymentEndpoints,
  ...reconciliationEndpoints,
  ...needEndpoints,
  ...setupEndpoints,
  ...invoiceEndpoints,
  ...parcelPaperEndpoints,
  ...reportEndpoints,
  ...enquiryEndpoints,
  ...privateSaleEndpoints,
  ...mediaEndpoints,
  ...intakeEndpoints,
  ...scanEndpoints,
  ...lightEndpoints,
  ...translationEndpoints,
  ...analyticsEndpoints,
  ...visitEndpoints,
  ...auditEndpoints,
  ...backupEndpoints,
  ...bankEndpoints,
  ...settingsEndpoints,
  ...taxEndpoints,
  ...shopSettingsEndpoints,
  ...letterEndpoints,
  ...homeEndpoints,
  ...deliveryEndpoints,
  ...demoEndpoints,
  ...operationEndpoints,
  ...shopEndpoints,
};

/** The endpoints of `api`, grouped by feature. In the OpenAPI document, the feature is the tag of its endpoints. */
export const endpointsByFeature: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  accounts: {
    ...accountEndpoints,
    ...accountSecurityEndpoints,
    ...userBlockEndpoints,
    ...staffEndpoints,
    ...secondFactorEndpoints,
    ...passkeyEndpoints,
    ...ownRecordsEndpoints,
  },
  catalog: { ...catalogEndpoints, ...collectionEndpoints, ...bulkEndpoints },
  imports: importEndpoints,
  artists: artistEndpoints,
  cart: cartEndpoints,
  saved: savedEndpoints,
  'waiting list': waitingListEndpoints,
  alerts: alertEndpoints,
  'catalogue papers': cataloguePaperEndpoints,
  certificates: certificateEndpoints,
  provenance: provenanceEndpoints,
  'condition reports': conditionReportEndpoints,
  'close look': closeLookEndpoints,
  checkout: checkoutEndpoints,
  orders: { ...orderEndpoints, ...outsideSaleEndpoints, ...fulfilmentEndpoints, ...returnEndpoints },
  payments: { ...paymentEndpoints, ...reconciliationEndpoints },
  invoices: { ...invoiceEndpoints, ...parcelPaperEndpoints, ...reportEndpoints },
  enquiries: enquiryEndpoints,
  'private sales': privateSaleEndpoints,
  media: mediaEndpoints,
  intake: intakeEndpoints,
  scans: scanEndpoints,
  lights: lightEndpoints,
  translations: translationEndpoints,
  analytics: { ...analyticsEndpoints, ...visitEndpoints, ...needEndpoints, ...setupEndpoints },
  audit: auditEndpoints,
  backups: backupEndpoints,
  bank: bankEndpoints,
  settings: { ...settingsEndpoints, ...shopSettingsEndpoints, ...letterEndpoints, ...taxEndpoints, ...homeEndpoints },
  delivery: deliveryEndpoints,
  demo: demoEndpoints,
  operations: { ...operationEndpoints, ...shopEndpoints },
};

export type Api = typeof api;
export type EndpointName = keyof Api;

/** The path prefix of the API. */
export const apiBase = '/api';
