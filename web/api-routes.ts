import type { Api, EndpointName } from '#contract/api.ts';

/**
 * Method and path of every endpoint, said again: contract/api.ts brings its schemas and with them all of zod, which no page
 * needs to ask a question. A row that differs from the contract, is missing or is too many does not compile.
 */
export const apiRoutes = {
  authenticate: ['POST', '/auth'],
  forgotPassword: ['POST', '/auth/forgot'],
  resetPassword: ['POST', '/auth/reset'],
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
  checkAdmin: ['GET', '/admin/check'],

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
