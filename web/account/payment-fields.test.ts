import { describe, expect, it } from 'vitest';
import { maskSecret, type Profile } from '#contract/accounts.ts';
import { changesOf, halfTyped } from './payment-fields.ts';

const masked = maskSecret('4242424242424242');
// Only what the form looks at.
const shown = { cardNumber: masked, cardName: 'Lan', cardCvc: '•••', bpayRef: '' } as Profile;

describe('Payment details that are being changed', () => {
  it('sends only what differs from what is shown', () => {
    expect(changesOf({ cardNumber: masked, cardName: 'Lan Tran', cardCvc: '' }, shown)).toEqual({
      cardName: 'Lan Tran',
      cardCvc: '',
    });
  });

  it('refuses a masked detail that was typed into', () => {
    expect(Object.keys(halfTyped({ cardNumber: `${masked}1`, cardCvc: '123' }))).toEqual(['cardNumber']);
  });
});
