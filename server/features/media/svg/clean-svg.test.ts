import { describe, expect, it } from 'vitest';
import { processorTimeOf } from '#server/testing/processor-time.ts';
import { cleanSvg } from './clean-svg.ts';

const clean = (text: string) => cleanSvg(Buffer.from(text))?.toString() ?? null;
const drawing = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" ${attributes}>${content}<path d="M0 0h10"/></svg>`;
const plain = '<svg viewBox="0 0 10 10" xmlns="http://www.w3.org/2000/svg"><path d="M0 0h10"/></svg>';

describe('A cleaned SVG keeps', () => {
  it('shapes, gradients, groups and text', () => {
    const content =
      '<defs><linearGradient id="gold"><stop offset="0" stop-color="#fc0"/></linearGradient></defs>' +
      '<g transform="rotate(3)"><rect width="4" height="4" fill="url(#gold)"/><text x="1">Vàng &amp; Son</text></g>';
    expect(clean(drawing(content))).toBe(plain.replace('<path', `${content}<path`));
  });

  it('the plain rules of a style sheet, as drawing programs write them', () => {
    const sheet = '<style type="text/css"><![CDATA[ .a, .b > path { fill: #fff; stroke-width: 2px } ]]></style>';
    expect(clean(drawing(sheet))).toContain('<style>.a, .b &gt; path{fill:#fff;stroke-width:2px}</style>');
  });

  it('gradients that a style sheet refers to', () => {
    const content = '<linearGradient id="gold"/><style>.a{fill:url(#gold)}</style>';
    expect(clean(drawing(content))).toContain(content);
  });

  it('references to its own elements, with or without a prefix', () => {
    const content = '<defs><path id="leaf" d="M0 0"/></defs><use xlink:href="#leaf"/><use href="#leaf" x="3"/>';
    expect(clean(drawing(content))).toContain('<use href="#leaf"/><use href="#leaf" x="3"/>');
  });

  it('the content of a link, without the link', () => {
    expect(clean(drawing('<a href="https://evil.test"><circle r="1"/></a>'))).toContain('><circle r="1"/><path');
  });

  it('ids and classes that contain words such as image and url', () => {
    expect(clean(drawing('<g id="logo-image" class="src url"><circle r="1"/></g>'))).toContain(
      'id="logo-image" class="src url"',
    );
  });

  it('the elements after a byte order mark, a prolog and a DOCTYPE', () => {
    const prolog =
      '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- by hand -->\n' +
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [ <!ENTITY ns "x > y"> <!-- ]> --> ]>\n';
    expect(clean(prolog + drawing(''))).toBe(plain);
  });
});

describe('A cleaned SVG loses', () => {
  const taken: Record<string, string> = {
    'a script': '<script>alert(1)</script>',
    'a script in upper case': '<SCRIPT>alert(1)</SCRIPT>',
    'a script with a prefix': '<svg:script xmlns:svg="http://www.w3.org/2000/svg">alert(1)</svg:script>',
    'a script in CDATA': '<script><![CDATA[alert("</script>")]]></script>',
    'an external script': '<script href="https://evil.test/x.js"/>',
    'foreign content':
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="alert(1)"/></body></foreignObject>',
    'an animation of a link': '<animate attributeName="href" values="javascript:alert(1)"/>',
    'a set element for an event handler': '<set attributeName="onmouseover" to="alert(1)"/>',
    'an external picture': '<image href="https://evil.test/pixel.png"/>',
    'an embedded picture': '<image href="data:image/svg+xml;base64,PHN2Zz4="/>',
    'a picture in a filter': '<filter id="f"><feImage href="https://evil.test/x"/></filter>',
    'an iframe': '<iframe src="https://evil.test"/>',
    'a style sheet that fetches': '<style>@import url(https://evil.test/x.css);</style>',
    'a font that fetches': '<style>@font-face { font-family: x; src: url(https://evil.test/x.woff) }</style>',
    'a rule that fetches': '<style>path { fill: url("https://evil.test/x#y") }</style>',
    'a rule with an escape': '<style>path { fill: u\\72l(https://evil.test) }</style>',
    'a rule with a comment': '<style>path { fill: u/**/rl(https://evil.test) ; behavior: url(x) }</style>',
    metadata: '<metadata><rdf:RDF xmlns:rdf="x"><a>who and where</a></rdf:RDF></metadata>',
    'a processing instruction': '<?xml-stylesheet href="https://evil.test/x.css"?>',
    'a comment': '<!-- <script>alert(1)</script> -->',
    'a handler element': '<handler type="text/ecmascript">alert(1)</handler>',
    'no escapes of mark-up in a text': '<title></title>'.replace('></', '>&lt;/title&gt;&lt;script&gt;alert(1)</'),
  };
  for (const [what, content] of Object.entries(taken)) {
    it(what, () => {
      const left = clean(drawing(content)) ?? '';
      expect(left).toContain('<path d="M0 0h10"/>');
      expect(left.replace(/&lt;\/title&gt;&lt;script&gt;alert\(1\)/, '')).not.toMatch(
        /script|alert|evil|on\w+=|foreign|data:|import|@|<!|<\?|animate|<set|rdf|behavior|\\/i,
      );
    });
  }

  const attributes: Record<string, string> = {
    'an event handler': 'onload="alert(1)"',
    'an event handler in mixed case': 'OnLoad="alert(1)"',
    'a link to a script': 'href="javascript:alert(1)"',
    'a link with a line break': 'href="java\nscript:alert(1)"',
    'a link with entities': 'xlink:href="&#106;avascript:alert(1)"',
    'an external SVG': 'href="https://evil.test/x.svg#a"',
    'a style that fetches': 'style="fill:url(https://evil.test/a)"',
    'a style that fetches after a harmless one': 'style="fill:red;background:url(//evil.test)"',
    'an external paint': 'fill="url(https://evil.test/x#a)"',
    'an external paint after an internal one': 'fill="url(#a) url(https://evil.test)"',
    'an image-set': 'mask="image-set(&quot;https://evil.test/x&quot; 1x)"',
    'another namespace': 'xmlns:x="http://evil.test"',
    'a base URL': 'xml:base="https://evil.test/"',
    'an event handler after an escaped quote': 'fill="&quot; onload=&quot;alert(1)" stroke="&#34;>&lt;script>"',
  };
  for (const [what, attribute] of Object.entries(attributes)) {
    it(`${what} as an attribute`, () => {
      const left = clean(drawing(`<rect ${attribute}/>`)) ?? '';
      expect(left).toContain('<rect');
      expect(left.replaceAll('&quot;', '')).not.toMatch(/ on\w+="|javascript|evil|<script|href/i);
      expect(left).not.toMatch(/"[^"=<>]*"[^ >/]/);
    });
  }
});

describe('The cleaner refuses', () => {
  const refused: Record<string, string> = {
    'a document that is no SVG': '<html><body/></html>',
    'plain text': 'hello',
    'an empty text': '',
    'an SVG that shows nothing': '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'mismatched tags': '<svg><g></svg></g>',
    'an unclosed element': '<svg><path d="M0 0"/>',
    'two root elements': '<svg><path/></svg><svg><path/></svg>',
    'a duplicate attribute': '<svg><path d="1" d="2"/></svg>',
    'an attribute without quotes': '<svg><path d=1/></svg>',
    'a tag in an attribute': '<svg><path d="<b>"/></svg>',
    'an unclosed DOCTYPE': '<!DOCTYPE svg [ <svg><path/></svg>',
    'elements nested too deep': `<svg>${'<g>'.repeat(200)}<path/>${'</g>'.repeat(200)}</svg>`,
    'circular references': '<svg><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>',
    'a style sheet that refers to elements, which its rules can repeat':
      '<svg><style>.a{fill:url(#p)}</style><pattern id="p"><path class="a"/></pattern><path class="a"/></svg>',
    'references that repeat elements millions of times': `<svg><path id="x0"/>${Array.from(
      { length: 9 },
      (_, level) => `<g id="x${level + 1}">${`<use href="#x${level}"/>`.repeat(10)}</g>`,
    ).join('')}</svg>`,
  };
  for (const [what, text] of Object.entries(refused)) {
    it(what, () => expect(clean(text)).toBeNull());
  }

  it('bytes that are no UTF-8', () => {
    expect(cleanSvg(Buffer.from([0x3c, 0x73, 0x76, 0x67, 0xff, 0xfe]))).toBeNull();
    expect(cleanSvg(Buffer.from(`\uFEFF${drawing('')}`, 'utf16le'))).toBeNull();
  });
});

describe('The parser', () => {
  it('ignores declared entities', () => {
    const bomb =
      '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>' +
      drawing('<text>&b;&x;</text>');
    expect(clean(bomb)).toBe(plain.replace('<path', '<text/><path'));
  });

  it('reads large input within seconds', () => {
    const took = processorTimeOf(() => {
      expect(clean(drawing(`<text>${'a &amp; b '.repeat(400_000)}</text>`))).not.toBeNull();
      expect(clean(`<svg ${'a="b" '.repeat(100_000)}`)).toBeNull();
      expect(clean(drawing(`<style>${'a'.repeat(400_000)}</style>`))).toBe(plain);
      expect(clean(`<!DOCTYPE ${'"<['.repeat(300_000)}`)).toBeNull();
      expect(clean(drawing(`<style>${'@a{'.repeat(300_000)}</style>`))).toBe(plain);
    });
    expect(took).toBeLessThan(5_000);
  });
});
