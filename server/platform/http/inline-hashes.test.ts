import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashInline } from './inline-hashes.ts';

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const document = (body: string) => `<html><head></head><body>${body}</body></html>`;

it('hashes every script that our code rendered and that runs, and removes the nonce', () => {
  const { html, scripts } = hashInline(
    document(
      '<script nonce="n1">a()</script><script nonce="n1" type="module" async="">b()</script><script nonce="n1" src="/x.js"></script><script nonce="n1" type="application/ld+json">{}</script>',
    ),
    'n1',
  );
  expect(scripts).toEqual([sha256('a()'), sha256('b()')]);
  expect(html).not.toContain('n1');
});

it('hashes no script or style that was injected', () => {
  const injected = document('<script>a()</script><script nonce="n0">b()</script><style>c{}</style>');
  expect(hashInline(injected, 'n1')).toEqual({ html: injected, scripts: [], styles: [] });
  expect(hashInline(injected, null)).toEqual({ html: injected, scripts: [], styles: [] });
});

it('moves style attributes into one hashed style element, with one rule for equal attributes', () => {
  const { html, styles } = hashInline(
    document(
      '<i class="a" style="--r:0.8;--ground:#fff"></i><i style="--r:0.8;--ground:#fff"></i><b style="--f:&quot;x&quot; &amp;"></b>',
    ),
    null,
  );
  const rules = '[data-style="0"]{--r:0.8;--ground:#fff}[data-style="1"]{--f:"x" &}';
  expect(html).toBe(
    `<html><head><style>${rules}</style></head><body><i class="a" data-style="0"></i><i data-style="0"></i><b data-style="1"></b></body></html>`,
  );
  expect(styles).toEqual([sha256(rules)]);
});

it('leaves text and scripts unchanged that look like a style attribute', () => {
  const body = '<p>&lt;i style=&quot;color:red&quot;&gt;</p><script>x = \'<i style="color:red">\'</script>';
  expect(hashInline(document(body), null).html).toBe(document(body));
});

it('drops a style attribute that would end its rule or the style element', () => {
  const { html, styles } = hashInline(
    document('<i style="--x:a} body{display:none"></i><i style="--x:&lt;/style&gt;"></i>'),
    null,
  );
  expect(html).toBe(document('<i></i><i></i>'));
  expect(styles).toEqual([]);
});
