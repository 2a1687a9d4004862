import { isRefusal } from '#contract/errors.ts';
import type { Handlers } from '#server/platform/http/handlers.ts';
import { parseMarkdown } from '#server/platform/markdown.ts';
import type { Shop } from '#server/shop.ts';
import { deliverySection } from './delivery-settings.ts';
import { firstTexts } from './first-texts.ts';
import { paymentSection } from './payment-settings.ts';
import { policySection } from './policy-settings.ts';
import { findSection, type Section, updateSection } from './section.ts';
import { findDeliveryFacts } from './settings.ts';
import { taxSection } from './tax-settings.ts';

type SettingsEndpoint =
  | 'getPaymentSettings'
  | 'updatePaymentSettings'
  | 'getDeliverySettings'
  | 'updateDeliverySettings'
  | 'getPolicySettings'
  | 'updatePolicySettings'
  | 'previewPolicy'
  | 'getTaxSettings'
  | 'updateTaxSettings';

export function settingsRoutes(shop: Shop): Handlers<SettingsEndpoint> {
  const get = async <Settings extends object>(section: Section<Settings>) => ({
    settings: await findSection(shop.database.read, section),
  });
  const update = async <Settings extends object>(...[section, change]: UpdateOf<Settings>) => {
    const settings = await updateSection(shop, section, change);
    return isRefusal(settings) ? settings : { settings };
  };
  return {
    getPaymentSettings: () => get(paymentSection),
    updatePaymentSettings: ({ body, session }) => update(paymentSection, { adminId: session.userId, changes: body }),
    getDeliverySettings: () => get(deliverySection),
    updateDeliverySettings: ({ body: { expected, ...changes }, session }) =>
      update(deliverySection, { adminId: session.userId, changes, expected }),
    getPolicySettings: async () => {
      const { offered } = await findDeliveryFacts(shop.database.read);
      return { ...(await get(policySection)), firstTexts: firstTexts(shop.settings, offered) };
    },
    updatePolicySettings: ({ body: { expected, ...changes }, session }) =>
      update(policySection, { adminId: session.userId, changes, expected }),
    getTaxSettings: () => get(taxSection),
    updateTaxSettings: ({ body: { expected, ...changes }, session }) =>
      update(taxSection, { adminId: session.userId, changes, expected }),
    previewPolicy: ({ body }) => ({ content: parseMarkdown(body.text) }),
  };
}

type UpdateOf<Settings extends object> =
  Parameters<typeof updateSection<Settings>> extends [unknown, ...infer Rest] ? Rest : never;
