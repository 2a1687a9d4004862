import { index, type RouteConfig, route } from '@react-router/dev/routes';
import { sections } from './admin/sections.ts';
import { settingsPages } from './admin/settings/settings-pages.ts';

/** The pages of the shop. */
export default [
  index('home/home.tsx'),
  route('collection', 'collection/collection-page.tsx'),
  route('collection/wall', 'collection/wall-page.tsx'),
  route('product/:id', 'catalog/listing.tsx'),
  route('product/:id/look', 'close-look/surface-page.tsx'),
  route('product/:id/wall', 'close-look/wall/wall-page.tsx'),
  route('artists', 'artists/artists-page.tsx'),
  route('artists/:slug', 'artists/artist-page.tsx'),
  route('series/:slug', 'artists/series-page.tsx'),
  route('policies/:name', 'policies/policy.tsx'),
  route('preview/home/:draft', 'home/home-preview.tsx'),
  route('verify/:number?/:code?', 'certificates/verify-page.tsx'),
  route('private', 'private-sales/private-page.tsx'),
  route('condition', 'condition/condition-link-page.tsx'),
  route('cart', 'cart/cart-page.tsx'),
  route('saved', 'saved/saved-page.tsx'),
  route('alerts/:page', 'alerts/link-page.tsx'),
  route('payment', 'checkout/payment-page.tsx'),
  route('payment/return', 'checkout/payment-return.tsx'),
  route('payment/transfer', 'checkout/transfer-page.tsx'),
  route('account/:tab?', 'account/account-page.tsx'),
  route('reset-password', 'account/reset-password.tsx'),
  route('confirm-email', 'account/confirm-email.tsx'),
  route('accept-invitation', 'account/accept-invitation.tsx'),
  route('undo-email', 'account/undo-email.tsx'),
  route('admin', 'admin/admin-page.tsx', [
    ...sections.map(({ id, file }) => {
      if (id === 'dashboard') return index(file);
      return route(id, file, id === 'settings' ? settingsPages.map((page) => route(page.id, page.file)) : []);
    }),
    route('settings/translations/:kind/:id', 'admin/settings/languages/translation-page.tsx'),
    route('artists/series', 'admin/artists/series-section.tsx'),
    route('artists/series/:id', 'admin/artists/series-page.tsx'),
    route('artists/:id', 'admin/artists/artist-page.tsx'),
    route('products/private', 'admin/products/private/private-links-page.tsx'),
    route('products/certificates', 'admin/products/certificates/certificates-page.tsx'),
    route('products/condition/:id', 'admin/products/condition/condition-page.tsx'),
    route('products/close-look/:id', 'admin/products/close-look/close-look-page.tsx'),
    route('products/catalogues', 'admin/products/catalogues/catalogues-page.tsx'),
    route('products/intake', 'admin/products/intake/intake-page.tsx'),
    route('products/waiting', 'admin/products/waiting/waiting-page.tsx'),
    route('products/import', 'admin/products/import/import-page.tsx'),
    route('products/import/:id', 'admin/products/import/import-result-page.tsx'),
    route('orders/bank', 'admin/bank/bank-page.tsx'),
    route('orders/returns', 'admin/returns/returns-page.tsx'),
    route('orders/:id', 'admin/orders/order-page.tsx'),
  ]),
  route('*', 'shell/not-found.tsx'),
] satisfies RouteConfig;
