import type { Api, EndpointName } from '#contract/api.ts';

/**
 * Method and path of every endpoint, a copy of the contract: importing contract/api.ts would add zod to every page. A row
 * that is missing, unknown or different from the contract does not compile.
 */
export const apiRoutes = {
  authenticate: ['POST', '/auth'],
  forgotPassword: ['POST', '/auth/forgot'],
  resetPassword: ['POST', '/auth/reset'],
  confirmEmail: ['POST', '/auth/confirm-email'],
  resendConfirmation: ['POST', '/user/confirm-email'],
  undoEmailChange: ['POST', '/auth/undo-email'],
  confirmIdentity: ['POST', '/auth/confirm'],
  signOut: ['POST', '/logout'],
  getProfile: ['GET', '/user/profile'],
  updateProfile: ['PUT', '/user/profile'],
  changePassword: ['POST', '/user/password'],
  listSessions: ['GET', '/user/sessions'],
  endOtherSessions: ['DELETE', '/user/sessions'],
  downloadOwnRecords: ['GET', '/user/export'],
  deleteOwnAccount: ['POST', '/user/delete'],
  listUsers: ['GET', '/admin/users'],
  listActiveUsers: ['GET', '/admin/users/active'],
  addUser: ['POST', '/admin/users'],
  deleteUser: ['DELETE', '/admin/users/:id'],
  setAdmin: ['POST', '/admin/users/:id/admin'],
  blockUser: ['POST', '/admin/users/:id/block'],
  unblockUser: ['POST', '/admin/users/:id/unblock'],
  checkAdmin: ['GET', '/admin/check'],
  countLetterRecipients: ['GET', '/admin/letter-recipients'],

  listListings: ['GET', '/listings'],
  getListing: ['GET', '/listings/:id'],
  listPieces: ['GET', '/pieces'],
  streamEvents: ['GET', '/events'],
  listListingsAsAdmin: ['GET', '/admin/listings'],
  addProduct: ['POST', '/admin/products'],
  updateProduct: ['PUT', '/admin/products/:id'],
  deleteProduct: ['DELETE', '/admin/products/:id'],

  getCart: ['GET', '/cart'],
  addToCart: ['POST', '/cart/add'],
  removeFromCart: ['POST', '/cart/remove'],
  clearCart: ['DELETE', '/cart/clear'],

  holdPieces: ['POST', '/holds'],
  releaseHolds: ['DELETE', '/holds'],
  createCheckout: ['POST', '/orders/checkout'],
  createOrder: ['POST', '/orders'],
  confirmPayment: ['POST', '/orders/confirm-payment'],

  listOrders: ['GET', '/orders'],
  getOrder: ['GET', '/orders/:id'],
  updateOrder: ['PUT', '/orders/:id'],
  cancelOrder: ['POST', '/orders/:id/cancel'],
  listOrdersAsAdmin: ['GET', '/admin/orders'],
  getOrderNews: ['GET', '/admin/orders/news'],
  markOrdersSeen: ['POST', '/admin/orders/seen'],
  listOrdersOfProduct: ['GET', '/admin/products/:id/orders'],
  getOrderAsAdmin: ['GET', '/admin/orders/:id/details'],
  setOrderStatus: ['PUT', '/admin/orders/:id/status'],
  openInvoice: ['GET', '/orders/:id/invoice'],
  downloadInvoice: ['GET', '/orders/:id/invoice/download'],

  sendEnquiry: ['POST', '/contact'],
  listEnquiries: ['GET', '/admin/enquiries'],
  markEnquiryDone: ['POST', '/admin/enquiries/:id/done'],

  uploadImages: ['POST', '/admin/upload-images'],
  countUnfinishedPictures: ['GET', '/admin/unfinished-pictures'],
  uploadLogo: ['POST', '/admin/upload-logo'],
  removeLogo: ['DELETE', '/admin/logo'],
  getLogo: ['GET', '/admin/logo'],

  getDashboard: ['GET', '/admin/dashboard'],
  getSales: ['GET', '/admin/sales/:period'],

  listAuditEntries: ['GET', '/admin/audit'],
  getDemo: ['GET', '/admin/demo'],
  removeDemo: ['DELETE', '/admin/demo'],
  listHolds: ['GET', '/admin/holds'],
  releaseHold: ['POST', '/admin/holds/:id/release'],

  getHealth: ['GET', '/health'],
  getOpenApi: ['GET', '/openapi.json'],
  reportVitals: ['POST', '/vitals'],
} as const satisfies { readonly [Name in EndpointName]: readonly [Api[Name]['method'], Api[Name]['path']] };
