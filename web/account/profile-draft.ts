import type { Profile } from '#contract/accounts.ts';

const profileFields = [
  'name',
  'email',
  'phone',
  'deliveryAddress',
  'deliveryCity',
  'deliveryState',
  'deliveryPostcode',
  'sameAsDelivery',
  'billingAddress',
  'billingCity',
  'billingState',
  'billingPostcode',
] as const;

/** The profile fields that the form can change. */
export type ProfileDraft = Pick<Profile, (typeof profileFields)[number]>;

export function draftOf(profile: Profile): ProfileDraft {
  const { name, email, phone, sameAsDelivery } = profile;
  const { deliveryAddress, deliveryCity, deliveryState, deliveryPostcode } = profile;
  const { billingAddress, billingCity, billingState, billingPostcode } = profile;
  return {
    name,
    email,
    phone,
    sameAsDelivery,
    deliveryAddress,
    deliveryCity,
    deliveryState,
    deliveryPostcode,
    billingAddress,
    billingCity,
    billingState,
    billingPostcode,
  };
}

/**
 * Copies the delivery address to the billing address while `sameAsDelivery` is on. So billing starts from the delivery address when it
 * is turned off (docs/behaviour/accounts.md, 14).
 */
export function withBillingAddress(draft: ProfileDraft): ProfileDraft {
  if (!draft.sameAsDelivery) return draft;
  return {
    ...draft,
    billingAddress: draft.deliveryAddress,
    billingCity: draft.deliveryCity,
    billingState: draft.deliveryState,
    billingPostcode: draft.deliveryPostcode,
  };
}

export function isSameDraft(one: ProfileDraft, other: ProfileDraft): boolean {
  return profileFields.every((field) => one[field] === other[field]);
}
