import { data } from 'react-router';
import { NotFound } from './failure-page.tsx';
import { useShop } from './shop.ts';

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundPage() {
  const shop = useShop();
  return (
    <>
      <title>{`Page not found | ${shop.name}`}</title>
      <meta name="robots" content="noindex" />
      <NotFound />
    </>
  );
}
