import { expect, it } from 'vitest';
import { apiBase } from '#contract/api.ts';
import { onEachEngine } from '#server/testing/shop.ts';

// proofs/authorization.ts tests who may call which endpoint.
onEachEngine('An API request', (shop) => {
  it('is answered only for the exact path and method', async () => {
    const admin = await shop.admin();
    const status = async (method: string, path: string) =>
      (await shop.request(method, path, { token: admin.token })).status;
    expect(await status('PUT', `${apiBase}/listings`)).toBe(405);
    expect(await status('DELETE', `${apiBase}/admin/users`)).toBe(405);
    for (const path of [
      '/nothing',
      '/Admin/users',
      '/admin/users/',
      '//admin/users',
      '/admin%2Fusers',
      '/listings/../admin/users/x',
    ]) {
      expect([path, await status('GET', apiBase + path)]).toEqual([
        path,
        /users\/(x)?$/.test(path) && !path.startsWith('//') ? 405 : 404,
      ]);
    }
  });

  it('is refused unless its body is empty or JSON, not too large, and without dangerous field names', async () => {
    const anna = await shop.customer('Anna');
    const clear = await shop.request('DELETE', `${apiBase}/cart/clear`, {
      token: anna.token,
      headers: { 'content-type': 'application/json' },
    });
    expect(clear.status).toBe(200);
    const post = (body: unknown, type: string) =>
      shop.request('POST', `${apiBase}/cart/add`, { token: anna.token, body, headers: { 'content-type': type } });
    expect((await post('listingId=x', 'application/x-www-form-urlencoded')).status).toBe(415);
    expect((await post('<a/>', 'text/xml')).status).toBe(415);
    expect((await post('{"listingId": ', 'application/json')).status).toBe(400);
    expect((await post(`{"listingId": "${'x'.repeat(1_100_000)}"}`, 'application/json')).status).toBe(413);
    const clash = await post('{"listingId": "x", "items": [{"__proto__": {"a": 1}}]}', 'application/json');
    expect(clash.status).toBe(400);
    expect(clash.body.issues).toEqual([{ path: 'items.0.__proto__', message: expect.stringContaining('__proto__') }]);
    expect(clash.body.message).toContain('__proto__');
    const constructed = await post('{"constructor": {"prototype": {"a": 1}}}', 'application/json');
    expect([constructed.status, constructed.body.issues?.[0]?.path]).toEqual([400, 'constructor.prototype']);
    const ignored = await post('{"listingId": "no-such-piece", "constructor": "x"}', 'application/json');
    expect(ignored.status).toBe(404);
  });

  it('is refused when its body is not an object', async () => {
    const { token } = await shop.customer('Anna');
    const headers = { 'content-type': 'application/json' };
    for (const body of ['null', '[]', '"text"', '1'])
      expect([body, (await shop.request('PUT', `${apiBase}/user/profile`, { token, body, headers })).status]).toEqual([
        body,
        400,
      ]);
    expect((await shop.request('PUT', `${apiBase}/user/profile`, { token, headers })).status).toBe(200);
  });

  it('is answered in JSON at the root of the API and at unknown paths', async () => {
    for (const [method, path] of [
      ['GET', apiBase],
      ['GET', `${apiBase}/`],
      ['GET', `${apiBase}?q=1`],
      ['POST', apiBase],
      ['GET', `${apiBase}/listings/%E0%A4%A`],
    ] as const) {
      const { status, body } = await shop.request(method, path);
      expect([path, status, body.success]).toEqual([path, path.includes('%') ? 400 : 404, false]);
    }
  });

  it('that fails is answered with message, request id, issues and security headers', async () => {
    const { status, body, headers } = await shop.call('authenticate', { body: { mode: 'signin' } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, message: 'Email and password are required' });
    expect(body.requestId).toMatch(/\S{8,}/);
    expect(body.issues[0]).toMatchObject({ path: 'email' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('for health or for the OpenAPI document needs no session', async () => {
    expect((await shop.call('getHealth')).body).toMatchObject({ success: true, database: shop.engine });
    const { raw } = await shop.call('getOpenApi');
    const document: { paths: Record<string, object> } = JSON.parse(raw.toString());
    expect(Object.keys(document.paths)).toContain('/orders/{id}/invoice');
  });
});
