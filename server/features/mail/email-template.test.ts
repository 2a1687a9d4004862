import { describe, expect, it } from 'vitest';
import { addressLineInEmail, nameInEmail, renderEmail } from './mail.ts';

describe('The email template', () => {
  const parts = {
    subject: 'Hello',
    heading: 'Good <day> & "more"',
    paragraphs: ['One', 'Two\nThree'],
    lines: [{ label: 'Crimson Carp', value: '$1,250.00' }],
    button: { label: 'Look', href: 'https://shop.test/a?b=1&c=2' },
  };

  const signature = { shopName: 'Vàng Son', signOff: '' };

  it('has the same content as text and as HTML', () => {
    const { text, html } = renderEmail(parts, signature);
    expect(text).toBe(
      'Good <day> & "more"\n\nOne\n\nTwo\nThree\n\nCrimson Carp: $1,250.00\n\nLook:\nhttps://shop.test/a?b=1&c=2\n\n-- \nVàng Son\n',
    );
    for (const part of [
      'Good &lt;day&gt; &amp; &quot;more&quot;',
      'Two<br>Three',
      '$1,250.00',
      'href="https://shop.test/a?b=1&amp;c=2"',
    ]) {
      expect(html).toContain(part);
    }
  });

  it('loads nothing from another host', () => {
    expect(renderEmail({ ...parts, button: { label: 'Look', href: '/' } }, signature).html).not.toMatch(
      /https?:|src=|url\(|@import|<script|<link/,
    );
  });
});

describe('A name or a line of an address in an email', () => {
  it.each(['Anna', 'Đặng Thị Hà', 'O’Brien-Smith', "D'Arcy", 'J. R. Tolkien', 'Jr., Sam', 'محمد'])(
    '%s stays',
    (name) => {
      expect(nameInEmail(name)).toBe(name);
    },
  );

  it.each([
    'Win $1,000 today',
    'Cheap pills at pills.example',
    'www pills',
    'call 0412 345 678',
    'a@b',
    'https://pills',
    'Buy the best lacquer pills of the whole wide world here',
  ])('%s is left out', (name) => {
    expect(nameInEmail(name)).toBe('');
  });

  it('is left out if it is an address line that is long or has something like a link', () => {
    expect(addressLineInEmail('Unit 4, 12-14 Lotus St. North')).toBe('Unit 4, 12-14 Lotus St. North');
    for (const line of ['go to pills.example', 'x@y', 'http://a', 'pill '.repeat(20)]) {
      expect(addressLineInEmail(line)).toBe('');
    }
  });
});
