import type { AlertSettings } from '#contract/alerts.ts';
import type { DeliverySettings, DeliveryZone } from '#contract/delivery.ts';
import type { Language } from '#contract/languages.ts';
import type { PolicyText } from '#contract/page-services.ts';
import { type PolicyName, type PolicySettings, policyNames } from '#contract/policies.ts';
import type { PaymentSettings } from '#contract/settings.ts';
import type { SetupSettings } from '#contract/setup.ts';
import type { DeliveryFacts, OfferedEmails } from '#contract/shop.ts';
import { type ShopSettings, shopContactOf } from '#contract/shop-settings.ts';
import type { TaxSettings } from '#contract/tax.ts';
import type { Reader } from '#server/platform/database/database.ts';
import { parseMailbox } from '#server/platform/mail/mailbox.ts';
import { parseMarkdown } from '#server/platform/markdown.ts';
import type { Shop } from '#server/shop.ts';
import { alertSection } from './alert-settings.ts';
import { deliverySection } from './delivery-settings.ts';
import { deliveryWords, type NamedZone } from './delivery-words.ts';
import { languageSection, shownLanguagesOf } from './language-settings.ts';
import { letterSection } from './letter-settings.ts';
import { paymentSection } from './payment-settings.ts';
import { policySection } from './policy-settings.ts';
import { findSection, parseSection, type Section, updateSection } from './section.ts';
import { selectSections, selectSome } from './settings.queries.ts';
import { setupSection } from './setup-settings.ts';
import { shopSection } from './shop-settings.ts';
import { taxSection } from './tax-settings.ts';
import { waitingSection } from './waiting-settings.ts';

export { findSection, type Section, updateSection } from './section.ts';

/** The shop's name, and who sells and how to reach them where the owner has set it. */
export const findShopFacts = (reader: Reader, shop: Pick<Shop, 'settings'>): Promise<ShopSettings> =>
  findSection(reader, shopSection(shop));

/** The settings that every email uses, with defaults for those that the owner has not set. */
export interface LetterFacts {
  shopName: string;
  senderName: string;
  /** An email address; empty: replies go to the sender. */
  replyTo: string;
  signOff: string;
}

/** The sender, the address for replies and the last lines of emails. */
export async function findLetterFacts(reader: Reader, shop: Pick<Shop, 'settings'>): Promise<LetterFacts> {
  const facts = shopSection(shop);
  const stored = await selectSome(reader, [letterSection.name, facts.name]);
  const { senderName, replyTo, signOff } = parseSection(letterSection, stored.get(letterSection.name));
  const defaults = letterDefaultsOf(shop, parseSection(facts, stored.get(facts.name)));
  return {
    shopName: defaults.shopName,
    signOff,
    senderName: senderName || defaults.senderName,
    replyTo: replyTo || defaults.replyTo,
  };
}

/** What emails use where the owner has set nothing: the sender's name and the address for replies. */
export async function findLetterDefaults(reader: Reader, shop: Pick<Shop, 'settings'>) {
  return letterDefaultsOf(shop, await findShopFacts(reader, shop));
}

const letterDefaultsOf = ({ settings }: Pick<Shop, 'settings'>, { name, email }: ShopSettings) => ({
  shopName: name,
  senderName: parseMailbox(settings.mailFrom).name || name,
  replyTo: email,
});

/** Which of the settings that a new shop needs are done, and whether it trades, by one query. */
export async function findSetupFacts(reader: Reader, shop: Pick<Shop, 'settings'>) {
  const stored = await selectSections(reader);
  const read = <Settings extends object>(section: Section<Settings>) => parseSection(section, stored.get(section.name));
  const { street, city } = read(shopSection(shop));
  const texts = read(policySection);
  const hasDelivery = deliveryFactsOf(read(deliverySection)).offered;
  const hasTransfer = read(paymentSection).transfer;
  return {
    hasAddress: street !== '' && city !== '',
    hasDelivery,
    hasTransfer,
    // The owner has also decided if the section was saved with `registered: false`.
    hasTax: stored.has(taxSection.name),
    hasPolicies: texts.returns !== '' && texts.privacy !== '' && texts.terms !== '',
    isSetupHidden: read(setupSection).hidden,
    // With one of these the shop sells to real buyers, even if its payments are simulated: money or pieces move outside of the shop.
    trades: shop.settings.stripe !== null || hasTransfer || hasDelivery || read(taxSection).registered,
  };
}

/** Sets whether owners see what a new shop needs. */
export const updateSetup = (shop: Shop, adminId: string, changes: SetupSettings) =>
  updateSection(shop, setupSection, { adminId, changes });

/** The settings that every page shows, read with one query. */
export async function findPublicSettings(reader: Reader, shop: Pick<Shop, 'settings'>) {
  const stored = await selectSections(reader);
  const factsSection = shopSection(shop);
  const facts = parseSection(factsSection, stored.get(factsSection.name));
  return {
    facts,
    contact: shopContactOf(facts, parseSection(taxSection, stored.get(taxSection.name)).abn),
    payments: parseSection(paymentSection, stored.get(paymentSection.name)),
    delivery: deliveryFactsOf(parseSection(deliverySection, stored.get(deliverySection.name))),
    policies: publicPolicies(parseSection(policySection, stored.get(policySection.name))),
    waitingHours: parseSection(waitingSection, stored.get(waitingSection.name)).hours,
    emails: offeredEmailsOf(parseSection(alertSection, stored.get(alertSection.name))),
    languages: shownLanguagesOf(parseSection(languageSection, stored.get(languageSection.name))),
  };
}

const offeredEmailsOf = ({ alerts, newsletter }: AlertSettings): OfferedEmails => ({
  ...(alerts && { alerts }),
  ...(newsletter && { newsletter }),
});

/** The languages besides English in which visitors can read the shop. */
export async function findShownLanguages(reader: Reader): Promise<Language[]> {
  return shownLanguagesOf(await findSection(reader, languageSection));
}

/** The language in which to answer somebody who reads `language`: English unless the shop shows that language today. */
export async function findAnswerLanguage(reader: Reader, language: Language): Promise<Language> {
  if (language === 'en') return 'en';
  return (await findShownLanguages(reader)).includes(language) ? language : 'en';
}

/** Which emails visitors may ask for. */
export const findAlertSettings = (reader: Reader): Promise<AlertSettings> => findSection(reader, alertSection);

/** Changes which emails visitors may ask for (`updateSection`). */
export const updateAlertSettings = (shop: Shop, change: Parameters<typeof updateSection<AlertSettings>>[2]) =>
  updateSection(shop, alertSection, change);

/** The settings of payments by bank, with the defaults of what the owner has not changed. */
export const findPaymentSettings = (reader: Reader): Promise<PaymentSettings> => findSection(reader, paymentSection);

/** The public facts about delivery: whether it is offered, and whether it depends on the state or the postcode. */
const deliveryFactsOf = ({ zones, pickup }: DeliverySettings): DeliveryFacts => ({
  offered: zones.length > 0 || pickup,
  ...(zones.some(({ states }) => states.length > 0) && { byState: true }),
  ...(zones.some(({ postcodes }) => postcodes !== '') && { byPostcode: true }),
});

/** The settings of delivery, with the defaults of what the owner has not changed. */
export const findDeliverySettings = (reader: Reader): Promise<DeliverySettings> => findSection(reader, deliverySection);

/** Days after the delivery in which the account page offers a return; 0: it offers none. */
export async function findReturnDays(reader: Reader): Promise<number> {
  return (await findSection(reader, policySection)).returnDays;
}

/** Whether the shop is registered for GST, and what its invoices say. */
export const findTaxSettings = (reader: Reader): Promise<TaxSettings> => findSection(reader, taxSection);

/** For how many hours a piece is kept for each person who waits for it; 0: the shop has no waiting list. */
export async function findWaitingHours(reader: Reader): Promise<number> {
  return (await findSection(reader, waitingSection)).hours;
}

/** The policies that have a page because their text is not empty, in the order of the footer. */
export async function listPolicies(reader: Reader): Promise<PolicyName[]> {
  return publicPolicies(await findSection(reader, policySection));
}

const publicPolicies = (texts: PolicySettings) => policyNames.filter((name) => texts[name] !== '');

/** The policies as the owner has written them, in Markdown. */
export const findPolicyTexts = (reader: Reader): Promise<PolicySettings> => findSection(reader, policySection);

/**
 * A policy as its page shows it, the policy about delivery with the present zones and rates; null if its text is empty or the name is
 * unknown. `text`: the translation that is shown instead of the English text, if there is one. The rates are in `language`. `zoneIn`
 * translates a zone.
 */
export async function findPolicy(
  reader: Reader,
  { settings }: Pick<Shop, 'settings'>,
  name: string,
  { language, text: translation, zoneIn = (zone) => zone }: PolicyWords = { language: 'en' },
): Promise<PolicyText | null> {
  const known = policyNames.find((policy) => policy === name);
  const text = known && (await findSection(reader, policySection))[known];
  if (!known || !text) return null;
  const { currency } = settings;
  const content = parseMarkdown(translation ?? text);
  if (known !== 'delivery') return { name: known, content, rates: [] };
  const delivery = await findDeliverySettings(reader);
  const zones = delivery.zones.map(zoneIn);
  return { name: known, content, rates: deliveryWords({ ...delivery, zones }, { currency, language }) };
}

interface PolicyWords {
  language: Language;
  text?: string | undefined;
  zoneIn?: (zone: DeliveryZone) => NamedZone;
}
