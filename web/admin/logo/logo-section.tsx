import { t } from '@lingui/core/macro';
import { call } from '../../api.ts';
import { Logo } from '../../shell/logo.tsx';
import { useShop } from '../../shell/shop.ts';
import { redirectIfDenied, requireAdmin } from '../admin-access.ts';
import { ListFailure } from '../table/list-failure.tsx';
import type { Route } from './+types/logo-section.ts';
import { LogoUpload } from './logo-upload.tsx';
import { RemoveLogo } from './remove-logo.tsx';

export async function clientLoader() {
  await requireAdmin('owner');
  return redirectIfDenied(await call('getLogo'));
}

/** The section Logo Manager: the shop's logo, and an optional one for dark backgrounds. */
export default function LogoSection({ loaderData: answer }: Route.ComponentProps) {
  const { name } = useShop();
  const url = answer.success ? answer.logo : null;
  const darkUrl = answer.success ? answer.logoDark : null;
  // Without a logo the header shows the shop's name.
  const logo = (
    <Logo url={url} darkUrl={darkUrl}>
      <span className="wordmark">{name}</span>
    </Logo>
  );
  return (
    <>
      <div className="bar">
        <h1>{t`Logo Manager`}</h1>
      </div>
      {!answer.success && <ListFailure message={answer.message} />}
      <div className="panels">
        <section className="panel" aria-label={t`Current logo`}>
          <h2>{t`Current logo`}</h2>
          <div className="grid grid-cols-2">
            <div className="logo-ground" data-theme="light">
              {logo}
            </div>
            <div className="logo-ground lacquer">{logo}</div>
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line px-5 py-3">
            <p className="subtle">
              {darkUrl === null
                ? t`Shown on both grounds, as in the shop.`
                : t`On light ground and on dark ground, as in the shop.`}
            </p>
            <div className="flex flex-wrap gap-3">
              <RemoveLogo ground="light" hasLogo={url !== null} />
              <RemoveLogo ground="dark" hasLogo={darkUrl !== null} />
            </div>
          </div>
        </section>
        <div className="grid content-start gap-6">
          <LogoUpload ground="light" />
          <LogoUpload ground="dark" />
        </div>
      </div>
    </>
  );
}
