import type { EveryRoute, PublicEndpoint } from './every-route.ts';

/**
 * Method and path of every endpoint outside of `/admin`, a copy of the contract: importing contract/api.ts would add zod to every page.
 * A row that is missing, unknown or different from the contract does not compile. Those of `/admin` are in admin-routes.ts.
 */
export const apiRoutes = {
  authenticate: ['POST', '/auth'],
  forgotPassword: ['POST', '/auth/forgot'],
  resetPassword: ['POST', '/auth/reset'],
  confirmEmail: ['POST', '/auth/confirm-email'],
  resendConfirmation: ['POST', '/user/confirm-email'],
  undoEmailChange: ['POST', '/auth/undo-email'],
  acceptInvitation: ['POST', '/auth/accept-invitation'],
  confirmIdentity: ['POST', '/auth/confirm'],
  completeSignIn: ['POST', '/auth/second-factor'],
  beginPasskeySignIn: ['POST', '/auth/second-factor/passkey'],
  beginPasskeyConfirmation: ['POST', '/auth/confirm/passkey'],
  signOut: ['POST', '/logout'],
  getProfile: ['GET', '/user/profile'],
  updateProfile: ['PUT', '/user/profile'],
  changePassword: ['POST', '/user/password'],
  listSessions: ['GET', '/user/sessions'],
  endOtherSessions: ['DELETE', '/user/sessions'],
  endSession: ['DELETE', '/user/sessions/:id'],
  downloadOwnRecords: ['GET', '/user/export'],
  deleteOwnAccount: ['POST', '/user/delete'],

  listListings: ['GET', '/listings'],
  getListing: ['GET', '/listings/:id'],
  countView: ['POST', '/listings/:id/views'],
  listPieces: ['GET', '/pieces'],
  searchCollection: ['GET', '/collection'],
  streamEvents: ['GET', '/events'],

  listArtists: ['GET', '/artists'],
  getArtist: ['GET', '/artists/:slug'],
  listWorksOfArtist: ['GET', '/artists/:slug/works'],
  listSeries: ['GET', '/series'],
  getSeries: ['GET', '/series/:slug'],
  listWorksOfSeries: ['GET', '/series/:slug/works'],

  openPrivateLink: ['POST', '/private/open'],
  askToReserve: ['POST', '/private/reserve'],
  takePrivateOffer: ['POST', '/private/take'],
  declinePrivateOffer: ['POST', '/private/decline'],

  getCart: ['GET', '/cart'],
  addToCart: ['POST', '/cart/add'],
  removeFromCart: ['POST', '/cart/remove'],
  clearCart: ['DELETE', '/cart/clear'],

  listSaved: ['GET', '/saved'],
  listSavedIds: ['GET', '/saved/ids'],
  saveListings: ['PUT', '/saved'],
  saveListing: ['PUT', '/saved/:id'],
  forgetListing: ['DELETE', '/saved/:id'],
  listWaiting: ['GET', '/waiting'],
  getWaiting: ['GET', '/waiting/:id'],
  joinWaitingList: ['PUT', '/waiting/:id'],
  leaveWaitingList: ['DELETE', '/waiting/:id'],

  listAlerts: ['GET', '/alerts'],
  addAlert: ['POST', '/alerts'],
  stopAlert: ['DELETE', '/alerts/:id'],

  holdPieces: ['POST', '/holds'],
  releaseHolds: ['DELETE', '/holds'],
  createCheckout: ['POST', '/orders/checkout'],
  createOrder: ['POST', '/orders'],
  confirmPayment: ['POST', '/orders/confirm-payment'],

  listOrders: ['GET', '/orders'],
  getOrder: ['GET', '/orders/:id'],
  updateOrder: ['PUT', '/orders/:id'],
  cancelOrder: ['POST', '/orders/:id/cancel'],
  requestReturn: ['POST', '/orders/:id/returns'],
  listOwnReturns: ['GET', '/orders/:id/returns'],
  withdrawReturn: ['DELETE', '/orders/:id/returns/:returnId'],
  openInvoice: ['GET', '/orders/:id/invoice'],
  downloadAdjustmentNote: ['GET', '/orders/:id/adjustment-notes/:number'],
  downloadOwnCertificate: ['GET', '/orders/:id/certificates/:number'],
  checkCertificate: ['GET', '/certificates/:number'],
  getProvenance: ['GET', '/listings/:id/provenance'],
  openConditionLink: ['POST', '/condition-reports/open'],
  downloadConditionByLink: ['POST', '/condition-reports/download'],
  downloadOwnConditionReport: ['GET', '/orders/:id/condition-reports/:reportId'],
  setNameInProvenance: ['PUT', '/orders/:id/provenance-name'],
  downloadInvoice: ['GET', '/orders/:id/invoice/download'],

  sendEnquiry: ['POST', '/contact'],

  quoteDelivery: ['POST', '/delivery/quote'],

  startPayment: ['POST', '/orders/:id/payment'],
  receiveStripeEvent: ['POST', '/payments/stripe/events'],

  getHealth: ['GET', '/health'],
  getOpenApi: ['GET', '/openapi.json'],
  reportVitals: ['POST', '/vitals'],
  getShop: ['GET', '/shop'],
} as const satisfies Pick<EveryRoute, PublicEndpoint>;
