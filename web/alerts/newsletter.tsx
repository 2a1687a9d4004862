import { t } from '@lingui/core/macro';
import { useShop } from '../shell/shop.ts';
import { LoadedForm } from './loaded-form.tsx';

/** Offers the newsletter, below every page of a shop that has one. */
export function Newsletter() {
  return (
    useShop().emails.newsletter && (
      <LoadedForm
        ask={{ newsletter: true }}
        words={t`Get our newsletter`}
        promise={(email) => t`We will write to ${email} with our news.`}
        hint={t`Each email has a link that ends it.`}
        look="line"
      />
    )
  );
}
