import { expect, it } from 'vitest';
import { apiBase } from '#contract/api.ts';
import { onEachEngine } from '#server/testing/shop.ts';

/** Who may call is tried by tools/prove/authorization.ts. */
onEachEngine('The door', (shop) => {
  it('knows its paths and methods, to the letter', async () => {
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

  it('takes JSON, an empty body too, and nothing else', async () => {
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
    expect((await post('{"__proto__": {"listingId": "x"}}', 'application/json')).status).toBe(400);
  });

  it('tells a failure with its request id and issues, and nothing of the machine', async () => {
    const { status, body, headers } = await shop.call('authenticate', { body: { mode: 'signin' } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ success: false, message: 'Email and password are required' });
    expect(body.requestId).toMatch(/\S{8,}/);
    expect(body.issues[0]).toMatchObject({ path: 'email' });
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('answers health and its own contract', async () => {
    expect((await shop.call('getHealth')).body).toMatchObject({ success: true, database: shop.engine });
    const { raw } = await shop.call('getOpenApi');
    const document: { paths: Record<string, object> } = JSON.parse(raw.toString());
    expect(Object.keys(document.paths)).toContain('/orders/{id}/invoice');
  });
});
