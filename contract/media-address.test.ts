import { describe, expect, it } from 'vitest';
import { mediaAddress } from './media-address.ts';

describe('An image', () => {
  it.each([
    ['/media/abc/original.webp', '/media/abc/original.webp'],
    ['uploads/moon.jpg', '/uploads/moon.jpg'],
    ['http://localhost:5001/uploads/moon.jpg?v=2', '/uploads/moon.jpg?v=2'],
    ['https://127.0.0.1/moon.jpg', '/moon.jpg'],
    ['http://[::1]:8080/moon.jpg', '/moon.jpg'],
    ['http://localhost//evil.test/a.png', '/evil.test/a.png'],
    ['//evil.test/a.png', '/evil.test/a.png'],
    ['/\\evil.test/a.png', '/evil.test/a.png'],
    ['https://pictures.example/moon.jpg', 'https://pictures.example/moon.jpg'],
    ['https://localhost.example/moon.jpg', 'https://localhost.example/moon.jpg'],
  ])('with the URL %s is loaded from %s', (stored, loaded) => {
    expect(mediaAddress(stored)).toBe(loaded);
  });
});
