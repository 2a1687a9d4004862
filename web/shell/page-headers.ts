import type { HeadersFunction } from 'react-router';

/**
 * For `export { headers } from '#web/shell/page-headers.ts'`: what the page's loader set goes out with the page.
 * `X-Page-Expires` (epoch milliseconds) is for the server's page cache, which keeps it to itself.
 */
export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders;
