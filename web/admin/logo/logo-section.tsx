import { call } from '../../api.ts';
import { Logo } from '../../shell/logo.tsx';
import { useShop } from '../../shell/shop.ts';
import { orLeave, requireAdmin } from '../admin-access.ts';
import { ListFailure } from '../table/list-failure.tsx';
import type { Route } from './+types/logo-section.ts';
import { LogoUpload } from './logo-upload.tsx';
import { RemoveLogo } from './remove-logo.tsx';

export async function clientLoader() {
  await requireAdmin();
  return orLeave(await call('getLogo'));
}

/** Logo Manager (SPEC.md §2). */
export default function LogoSection({ loaderData: answer }: Route.ComponentProps) {
  const { name } = useShop();
  const url = answer.success ? answer.logo : null;
  // Without a logo the shop's name stands for it.
  const logo = (
    <Logo url={url}>
      <span className="wordmark">{name}</span>
    </Logo>
  );
  return (
    <>
      <div className="bar">
        <h1>Logo Manager</h1>
      </div>
      {!answer.success && <ListFailure message={answer.message} />}
      <div className="panels">
        <section className="panel">
          <h2>Current logo</h2>
          <div className="grid grid-cols-2">
            <div className="logo-ground" data-theme="light">
              {logo}
            </div>
            <div className="logo-ground lacquer">{logo}</div>
          </div>
          <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-5 py-3">
            <p className="subtle">Shown on both grounds, as in the shop.</p>
            <RemoveLogo hasLogo={url !== null} />
          </div>
        </section>
        <LogoUpload />
      </div>
    </>
  );
}
