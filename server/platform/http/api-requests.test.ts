import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { apiBase } from '#contract/api.ts';
import { tooManyMarks } from '#contract/text.ts';
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

  it('is refused when a text or the name of a field has more than 30 combining marks in a row, whatever field it is', async () => {
    const marks = 'a'.concat('\u0301'.repeat(31));
    const send = (body: object) => shop.request('POST', `${apiBase}/contact`, { body });
    for (const [path, body] of [
      ['message', { name: 'Mai', email: 'mai@example.com', message: marks }],
      ['unknown', { unknown: marks }],
      ['place.city', { place: { city: marks } }],
      [marks, { [marks]: 1 }],
    ] as const) {
      const { status, body: answer } = await send(body);
      expect([path, status, answer.issues]).toEqual([path, 400, [{ path, message: tooManyMarks }]]);
    }
    const query = encodeURIComponent(marks);
    expect((await shop.request('GET', `${apiBase}/listings?q=${query}`)).status).toBe(400);
    expect((await shop.request('GET', `${apiBase}/collection?q=${query}`)).status).toBe(400);
    // Marks that stand apart only because of characters without width, which are removed.
    const apart = `a${`${'\u0301'.repeat(20)}\u200B`.repeat(3)}`;
    expect((await send({ name: apart, email: 'mai@example.com', message: 'Hello' })).body.issues).toEqual([
      { path: 'name', message: tooManyMarks },
    ]);
  });

  it('is refused when a text has more than four times its maximum of characters, even if they are blanks', async () => {
    const body = { name: ' '.repeat(801), email: 'mai@example.com', message: 'Hello' };
    expect((await shop.request('POST', `${apiBase}/contact`, { body })).body.issues).toEqual([
      { path: 'name', message: 'At most 200 characters' },
    ]);
    const blank = { ...body, name: `Mai${' '.repeat(600)}` };
    expect((await shop.request('POST', `${apiBase}/contact`, { body: blank })).status).toBe(201);
  });

  it('with an id of any length that does not exist is answered like one with any other unknown id', async () => {
    const { token } = await shop.admin();
    for (const id of ['no-such', 'x'.repeat(101), 'x'.repeat(8_000)]) {
      expect((await shop.request('GET', `${apiBase}/listings/${id}`)).status).toBe(404);
      expect((await shop.request('DELETE', `${apiBase}/admin/products/${id}`)).status).toBe(401);
      expect((await shop.request('DELETE', `${apiBase}/admin/products/${id}`, { token })).status).toBe(404);
    }
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

  it('for health or for the OpenAPI document needs no session, and both name the version', async () => {
    const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect((await shop.call('getHealth')).body).toEqual({ success: true, database: shop.engine, version });
    const { raw } = await shop.call('getOpenApi');
    const document: { info: object; paths: Record<string, object> } = JSON.parse(raw.toString());
    expect(document.info).toMatchObject({ version });
    expect(Object.keys(document.paths)).toContain('/orders/{id}/invoice');
  });
});
