import { expect, it } from 'vitest';
import { apiBase } from '#contract/api.ts';
import { onEachEngine } from '#server/testing/shop.ts';

const head =
  '--b\r\nContent-Disposition: form-data; name="images"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';

onEachEngine('An upload', (shop) => {
  it.each([
    ['ends within a file', 'boundary=b', `${head}PNG`],
    ['ends within the head of a part', 'boundary=b', head.slice(0, 40)],
    ['ends before its first part', 'boundary=b', '--b\r\n\r\n'],
    ['has another boundary than its header names', 'boundary=c', `${head}PNG\r\n--b--\r\n`],
    ['has no boundary', 'x=b', `${head}PNG\r\n--b--\r\n`],
    ['has an empty boundary', 'boundary=', `${head}PNG\r\n--b--\r\n`],
    ['has a part without a name', 'boundary=b', '--b\r\nContent-Disposition: x\r\n\r\nPNG\r\n--b--\r\n'],
  ])('that %s is refused with 400', async (_name, parameter, body) => {
    const { token } = await shop.admin();
    for (const path of ['/admin/upload-images', '/admin/upload-logo']) {
      const answer = await shop.request('POST', apiBase + path, {
        token,
        body: Buffer.from(body),
        headers: { 'content-type': `multipart/form-data; ${parameter}` },
      });
      expect(answer).toMatchObject({ status: 400, body: { success: false, issues: [] } });
    }
  });
});
