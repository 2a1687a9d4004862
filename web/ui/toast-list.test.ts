import { describe, expect, it } from 'vitest';
import { type Toast, withToast } from './toast-list.ts';

const toast = (tone: Toast['tone'], text: string): Toast => ({ tone, text });
const failures = ['one', 'two', 'three'].map((text) => toast('failed', text));
const textsAfter = (shown: readonly Toast[], added: Toast) => withToast(shown, added).map(({ text }) => text);

describe('Messages at the bottom of the page', () => {
  it('make room for a new one: those that close by themselves go first, then the oldest', () => {
    const [one, two] = failures;
    if (!one || !two) throw new Error('no failures');
    expect(textsAfter([one, toast('done', 'saved'), two], toast('news', 'sold'))).toEqual(['one', 'two', 'sold']);
    expect(textsAfter(failures, toast('failed', 'four'))).toEqual(['two', 'three', 'four']);
  });

  it('always show the new one, even when three failures are shown', () => {
    expect(textsAfter(failures, toast('done', 'saved'))).toEqual(['two', 'three', 'saved']);
  });

  it('show a repeated one once, at the end', () => {
    const shown = [toast('done', 'saved'), toast('news', 'sold')];
    expect(textsAfter(shown, toast('done', 'saved'))).toEqual(['sold', 'saved']);
  });
});
