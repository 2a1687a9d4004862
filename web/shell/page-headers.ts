import type { HeadersFunction } from 'react-router';

/**
 * Sends the headers set by a page's loader with the page. `X-Page-Expires` (epoch milliseconds) is read by the server's
 * page cache, which removes it from the response.
 */
export const headers: HeadersFunction = ({ loaderHeaders, errorHeaders }) => errorHeaders ?? loaderHeaders;
