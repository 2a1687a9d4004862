import type { Profile } from '#contract/accounts.ts';

export const profileFields = [
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

/** What the profile's form changes. */
export type ProfileDraft = Pick<Profile, (typeof profileFields)[number]>;

export function draftOf(profile: Profile): ProfileDraft {
  const { name, email, phone, sameAsDelivery } = profile;
  const { deliveryAddress, deliveryCity, deliveryState, deliveryPostcode } = profile;
  const { billingAddress, billingCity, billingState, billingPostcode } = profile;
  return {
    ...{ name, email, phone, sameAsDelivery },
    ...{ deliveryAddress, deliveryCity, deliveryState, deliveryPostcode },
    ...{ billingAddress, billingCity, billingState, billingPostcode },
  };
}

/** Billing follows delivery while `sameAsDelivery` is on (SPEC.md §4), and starts from it when it is taken off. */
export function withBillingFollowing(draft: ProfileDraft): ProfileDraft {
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
