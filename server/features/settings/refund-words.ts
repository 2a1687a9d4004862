import { normalizeText } from '#contract/normalize-text.ts';

/** The message below a field whose text refuses all refunds. */
export const refusesRefundsMessage =
  '“No refunds” may not stand here: under the Australian Consumer Law a buyer may choose a refund after a major failure. “No refund for change of mind” is allowed.';

const refusals: readonly RegExp[] = [
  /\bno (?:\w+ (?:or|and|nor) |cash )?(?:refunds?|returns)\b/,
  /\b(?:no|without) (?:right|entitlement) to (?:a |any )?refunds?\b/,
  /\b(?:not|never|cannot|can't|don't|won't) (?:(?:give|offer|make|provide|pay|issue|grant|accept) )?(?:you )?(?:a |any )?(?:cash )?refunds?\b/,
  /\brefunds? (?:is|are|will|can|shall) ?(?:not|never)\b/,
  /\b(?:not|never|cannot|can't|won't) be refunded\b/,
  /\ball sales (?:are |is )?final\b/,
  /\b(?:exchanges?|credit notes?|store credit|exchange or credit) only\b/,
];

/** Whether a sentence refuses refunds only to buyers who change their mind. That is lawful. */
const isAboutChangeOfMind = (sentence: string): boolean =>
  /\bchang\w* (?:of|your|their|the) minds?\b/.test(sentence) && !/\b(?:even|including|or any other)\b/.test(sentence);

/**
 * Whether a text, as buyers read it, says that there are no refunds. The Australian Consumer Law forbids such a sentence
 * even if it is only about some goods. This function only looks for the usual words, in any case and spacing.
 */
export function refusesRefunds(text: string): boolean {
  return sentencesOf(text).some(
    (sentence) => refusals.some((refusal) => refusal.test(sentence)) && !isAboutChangeOfMind(sentence),
  );
}

function sentencesOf(text: string): string[] {
  return normalizeText(text, 'NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('’', "'")
    .toLowerCase()
    .split(/[.!?;\n]/)
    .map((sentence) => sentence.replace(/[\s\p{Pd}]+/gu, ' ').trim());
}
