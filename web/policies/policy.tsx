import { t } from '@lingui/core/macro';
import { data } from 'react-router';
import { policyAddress, policyTitles } from '#contract/policies.ts';
import { pageMeta } from '../catalog/page-meta.ts';
import { pageServices } from '../context.ts';
import { fieldLanguage } from '../language/field-language.ts';
import { NotFound } from '../shell/failure-page.tsx';
import type { Route } from './+types/policy.ts';
import { RichText } from './rich-text.tsx';

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const [shop, policy] = await Promise.all([services.shop(), services.policy(params.name)]);
  return data({ shop, policy }, { status: policy ? 200 : 404 });
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { shop, policy } = loaderData;
  if (!policy) return [{ title: `${t`Page not found`} | ${shop.name}` }, { name: 'robots', content: 'noindex' }];
  const title = policyTitles[policy.name];
  const { name: shopName } = shop;
  return pageMeta(shop, {
    title: `${title} | ${shopName}`,
    description: t`${title} at ${shopName}`,
    address: shop.publicUrl + policyAddress(policy.name),
    image: undefined,
    type: 'website',
  });
}

/** A text about the shop that the owner has written (docs/behaviour/pages.md). */
export default function Policy({ loaderData: { policy } }: Route.ComponentProps) {
  if (!policy) return <NotFound />;
  return (
    <main id="main" className="page pb-(--gap-section)">
      <h1 className="heading-section mt-10">{policyTitles[policy.name]}</h1>
      <div className="mt-8" {...fieldLanguage(policy, 'content')}>
        <RichText blocks={policy.content} />
      </div>
      {policy.rates.length > 0 && (
        <div className="mt-14">
          <RichText blocks={policy.rates} />
        </div>
      )}
    </main>
  );
}
