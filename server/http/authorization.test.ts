import { expect, it } from 'vitest';
import { api, apiBase, type EndpointName } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const endpoints = Object.entries<Endpoint>(api).filter(([, row]) => row.reply !== 'events');

/** Every endpoint of the table, by everybody: what is not allowed is refused before body, media type or id are looked at. */
onEachEngine('The door', (shop) => {
  const callAs = async (name: string, token: string | null, id: string) => {
    // A name of the table's own.
    const { status } = await shop.call(name as EndpointName, { token, params: { id, period: 'day' } });
    return status;
  };

  it('lets a guest and a dead token in where it is public, and nowhere else', async () => {
    for (const [name, row] of endpoints) {
      const guest = await callAs(name, null, 'absent');
      const dead = await callAs(name, 'dead-token', 'absent');
      if (row.access === 'public')
        expect([name, guest === 401 || guest === 403, dead === 401 || dead === 403]).toEqual([name, false, false]);
      else expect([name, guest, dead]).toEqual([name, 401, row.access === 'token' ? 200 : 401]);
    }
  });

  it('lets no customer in where admins work, not even for an absent id', async () => {
    const anna = await shop.customer('Anna');
    for (const [name, row] of endpoints) {
      if (row.access !== 'admin') continue;
      const { status, body } = await shop.call(name as EndpointName, {
        token: anna.token,
        params: { id: 'absent', period: 'day' },
      });
      expect([name, status, body.message]).toEqual([name, 403, 'Access denied. Admin privileges required.']);
    }
  });

  it('forgets an admin’s rights the moment they are revoked', async () => {
    const [first, second] = [await shop.admin('First'), await shop.admin('Second')];
    await shop.call('setAdmin', { token: first.token, params: { id: second.id }, body: { isAdmin: false } });
    expect((await shop.call('checkAdmin', { token: second.token })).status).toBe(403);
  });

  it('says the same of what is another’s and of what does not exist', async () => {
    const [anna, ben] = [await shop.customer('Anna'), await shop.customer('Ben')];
    const order = await shop.buy(anna, await shop.piece('Moon'));
    for (const [name, row] of endpoints) {
      if (row.access !== 'customer' || !row.path.startsWith('/orders/:id')) continue;
      const [foreign, absent] = [await callAs(name, ben.token, order.id), await callAs(name, ben.token, 'absent')];
      expect([name, foreign]).toEqual([name, absent]);
    }
  });

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
