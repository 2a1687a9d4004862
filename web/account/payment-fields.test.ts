import { describe, expect, it } from 'vitest';
import { maskSecret, type Profile } from '#contract/accounts.ts';
import { changesOf, partlyTypedFields } from './payment-fields.ts';

const masked = maskSecret('4242424242424242');
// This profile has only the fields that the form uses.
const shown = { cardNumber: masked, cardName: 'Lan', cardCvc: '•••', bpayRef: '' } as Profile;

describe('Changed payment details', () => {
  it('contain only the fields that differ from the shown ones', () => {
    expect(changesOf({ cardNumber: masked, cardName: 'Lan Tran', cardCvc: '' }, shown)).toEqual({
      cardName: 'Lan Tran',
      cardCvc: '',
    });
  });

  it('are refused where the user typed into a masked field', () => {
    expect(Object.keys(partlyTypedFields({ cardNumber: `${masked}1`, cardCvc: '123' }))).toEqual(['cardNumber']);
  });
});
