/**
 * A replacement for fetch that reports the progress of an upload, which fetch cannot do. `onProgress` receives the
 * share of bytes sent, 0 to 1.
 */
export function uploadWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (address, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init?.method ?? 'POST', String(address));
      request.responseType = 'blob';
      new Headers(init?.headers).forEach((value, name) => {
        request.setRequestHeader(name, value);
      });
      request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
        if (lengthComputable) onProgress(loaded / total);
      };
      request.onload = () => resolve(responseOf(request));
      request.onerror = () => reject(new TypeError('Failed to fetch'));
      request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'));
      init?.signal?.addEventListener('abort', () => request.abort());
      // For uploads, api.ts always sends a form.
      request.send(init?.body instanceof FormData ? init.body : null);
    });
}

function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const body: unknown = request.response;
  return new Response(body instanceof Blob ? body : null, { status: request.status, headers });
}
