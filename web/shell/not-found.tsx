import { t } from '@lingui/core/macro';
import { data } from 'react-router';
import { NotFound } from './failure-page.tsx';
import { useShop } from './shop.ts';

export function loader() {
  return data(null, { status: 404 });
}

export default function NotFoundPage() {
  const { name } = useShop();
  return (
    <>
      <title>{t`Page not found | ${name}`}</title>
      <meta name="robots" content="noindex" />
      <NotFound />
    </>
  );
}
