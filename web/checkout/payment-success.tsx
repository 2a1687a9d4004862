import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { OrderNumber } from '../account/order-number.tsx';
import type { CartLine } from '../cart/cart-line.ts';
import { useShop } from '../shell/shop.ts';
import { Mark } from '../ui/mark.tsx';
import { Picture, pictureBox } from '../ui/picture.tsx';
import { PlaceholderPicture } from '../ui/placeholder-picture.tsx';

/** SPEC.md §2: the success screen. An edition that was bought is not sold: the shop has more of it. */
export function PaymentSuccess({ products, orderId }: { products: readonly CartLine[]; orderId: string | undefined }) {
  const { name } = useShop();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  // The page's address is still that of the payment, whose title the router keeps.
  useEffect(() => {
    document.title = `Payment Successful | ${name}`;
  }, [name]);
  return (
    <main id="main" className="page">
      <div className="state py-[clamp(2rem,5vw,4rem)]">
        <ul className="mb-2 flex w-full flex-wrap items-start justify-center gap-[clamp(1rem,3vw,2rem)]">
          {products.map((piece) => (
            <li key={piece.id} className="min-w-0 flex-[0_1_14rem] text-left max-md:flex-[0_1_calc(50%-1rem)]">
              <Bought piece={piece} />
            </li>
          ))}
        </ul>
        <h1 className="h-section outline-none" tabIndex={-1} ref={heading}>
          Payment Successful
        </h1>
        <p className="muted text-18">
          Thank you for your purchase!
          <br />
          You have successfully purchased {products.length} item(s).
        </p>
        <Link className="btn" to="/" state={{ scrollToCollection: true }}>
          Back to Collection
        </Link>
        <p className="muted">
          {orderId && (
            <>
              Order <OrderNumber id={orderId} />{' '}
            </>
          )}
          <Link className="btn-text" to="/account">
            See your order
          </Link>
        </p>
      </div>
    </main>
  );
}

function Bought({ piece }: { piece: CartLine }) {
  const [image] = piece.imageSet;
  return (
    <>
      <div className="card-pic">
        {image ? (
          <span className="shot" style={pictureBox(image)}>
            <Picture image={image} sizes="224px" alt="" />
          </span>
        ) : (
          <PlaceholderPicture label="" />
        )}
      </div>
      <div className="card-cap grid-cols-1">
        <span className="name text-18">{piece.name}</span>
        {piece.unique && (
          <span className="mt-1">
            <Mark kind="sold">SOLD</Mark>
          </span>
        )}
      </div>
    </>
  );
}
