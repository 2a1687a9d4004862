import { isRefusal } from '#contract/errors.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import { parseMailbox } from '#server/platform/mail/mailbox.ts';
import { parseMarkdown } from '#server/platform/markdown.ts';
import type { Shop } from '#server/shop.ts';
import { deliverySection } from './delivery-settings.ts';
import { firstTexts } from './first-texts.ts';
import { languageSection } from './language-settings.ts';
import { letterSection } from './letter-settings.ts';
import { paymentSection } from './payment-settings.ts';
import { policySection } from './policy-settings.ts';
import { findSection, type Section, updateSection } from './section.ts';
import { findLetterDefaults, findShopFacts } from './settings.ts';
import { shopSection } from './shop-settings.ts';
import { taxSection } from './tax-settings.ts';
import { waitingSection } from './waiting-settings.ts';

type SettingsEndpoint =
  | 'getShopSettings'
  | 'updateShopSettings'
  | 'getLetterSettings'
  | 'updateLetterSettings'
  | 'getPaymentSettings'
  | 'updatePaymentSettings'
  | 'getDeliverySettings'
  | 'updateDeliverySettings'
  | 'getPolicySettings'
  | 'updatePolicySettings'
  | 'previewPolicy'
  | 'getTaxSettings'
  | 'updateTaxSettings'
  | 'getLanguageSettings'
  | 'updateLanguageSettings'
  | 'getWaitingSettings'
  | 'updateWaitingSettings';

export function settingsRoutes(shop: Shop): Handlers<SettingsEndpoint> {
  const get = async <Settings extends object>(section: Section<Settings>) => ({
    settings: await findSection(shop.database.read, section),
  });
  const update = async <Settings extends object>(...[section, change]: UpdateOf<Settings>) => {
    const settings = await updateSection(shop, section, change);
    return isRefusal(settings) ? settings : { settings };
  };
  return {
    getShopSettings: () => get(shopSection(shop)),
    updateShopSettings: ({ body: { expected, ...changes }, session }) =>
      update(shopSection(shop), { adminId: session.userId, changes, expected }),
    getLetterSettings: async () => {
      const { senderName: name, replyTo } = await findLetterDefaults(shop.database.read, shop);
      const { mailFrom, smtpUrl } = shop.settings;
      const sender = { name, address: parseMailbox(mailFrom).address, replyTo, usesSmtp: smtpUrl !== null };
      return { ...(await get(letterSection)), sender };
    },
    updateLetterSettings: ({ body: { expected, ...changes }, session }) =>
      update(letterSection, { adminId: session.userId, changes, expected }),
    getPaymentSettings: () => get(paymentSection),
    updatePaymentSettings: ({ body, session }) => update(paymentSection, { adminId: session.userId, changes: body }),
    getDeliverySettings: () => get(deliverySection),
    updateDeliverySettings: ({ body: { expected, ...changes }, session }) =>
      update(deliverySection, { adminId: session.userId, changes, expected }),
    getPolicySettings: async () => {
      const { name } = await findShopFacts(shop.database.read, shop);
      return { ...(await get(policySection)), firstTexts: firstTexts({ ...shop.settings, shopName: name }) };
    },
    updatePolicySettings: ({ body: { expected, ...changes }, session }) =>
      update(policySection, { adminId: session.userId, changes, expected }),
    getTaxSettings: () => get(taxSection),
    updateTaxSettings: ({ body: { expected, ...changes }, session }) =>
      update(taxSection, { adminId: session.userId, changes, expected }),
    getLanguageSettings: () => get(languageSection),
    updateLanguageSettings: ({ body: { expected, ...changes }, session }) =>
      update(languageSection, { adminId: session.userId, changes, expected }),
    getWaitingSettings: () => get(waitingSection),
    updateWaitingSettings: ({ body: { expected, ...changes }, session }) =>
      update(waitingSection, { adminId: session.userId, changes, expected }),
    previewPolicy: ({ body }) => ({ content: parseMarkdown(body.text) }),
  };
}

type UpdateOf<Settings extends object> =
  Parameters<typeof updateSection<Settings>> extends [unknown, ...infer Rest] ? Rest : never;
