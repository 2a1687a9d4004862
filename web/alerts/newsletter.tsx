import { useShop } from '../shell/shop.ts';
import { LoadedForm } from './loaded-form.tsx';

/** Offers the newsletter, below every page of a shop that has one. */
export function Newsletter() {
  return (
    useShop().emails.newsletter && (
      <LoadedForm
        ask={{ newsletter: true }}
        words="Get our newsletter"
        promise="with our news"
        hint="Each email has a link that ends it."
        look="line"
      />
    )
  );
}
