import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { OrderNumber } from '../account/order-number.tsx';
import type { CartLine } from '../cart/cart-line.ts';
import { useShop } from '../shell/shop.ts';
import { Mark } from '../ui/mark.tsx';
import { Picture, pictureBox } from '../ui/picture.tsx';
import { PlaceholderPicture } from '../ui/placeholder-picture.tsx';

/** The success screen (docs/behaviour/checkout.md, 16). Editions have no SOLD mark, because the shop has more of them. */
export function PaymentSuccess({ products, orderId }: { products: readonly CartLine[]; orderId: string | undefined }) {
  const { name } = useShop();
  const count = products.length;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  // The address does not change, so the router keeps the title of the payment page.
  useEffect(() => {
    document.title = t`Payment Successful | ${name}`;
  }, [name]);
  return (
    <main id="main" className="page">
      <div className="state py-[clamp(2rem,5vw,4rem)]">
        <ul className="mb-2 flex w-full flex-wrap items-start justify-center gap-[clamp(1rem,3vw,2rem)]">
          {products.map((line) => (
            <li key={line.id} className="min-w-0 flex-[0_1_14rem] text-left max-md:flex-[0_1_calc(50%-1rem)]">
              <BoughtLine line={line} />
            </li>
          ))}
        </ul>
        <h1 className="heading-section outline-none" tabIndex={-1} ref={heading}>
          <Trans>Payment Successful</Trans>
        </h1>
        <p className="muted text-18 text-balance">
          <Trans>
            Thank you for your purchase!
            <br />
            You have successfully purchased <span className="whitespace-nowrap">{count} item(s).</span>
          </Trans>
        </p>
        <Link className="button" to="/" state={{ scrollToCollection: true }}>
          <Trans>Back to Collection</Trans>
        </Link>
        <p className="muted">
          {orderId && (
            <>
              <Trans>
                Order <OrderNumber id={orderId} />
              </Trans>{' '}
            </>
          )}
          <Link className="button-text" to="/account">
            <Trans>See your order</Trans>
          </Link>
        </p>
      </div>
    </main>
  );
}

function BoughtLine({ line }: { line: CartLine }) {
  const [image] = line.imageSet;
  return (
    <>
      <div className="card-picture">
        {image ? (
          <span className="shot" style={pictureBox(image)}>
            <Picture image={image} sizes="224px" alt="" />
          </span>
        ) : (
          <PlaceholderPicture label="" />
        )}
      </div>
      <div className="card-caption grid-cols-1">
        <span className="name text-18">{line.name}</span>
        {line.unique && (
          <span className="mt-1">
            <Mark kind="sold">
              <Trans>SOLD</Trans>
            </Mark>
          </span>
        )}
      </div>
    </>
  );
}
