import { call } from '../../api.ts';
import { useShop } from '../../shell/shop.ts';
import { orLeave, requireAdmin } from '../admin-access.ts';
import { ListFailure } from '../table/list-failure.tsx';
import type { Route } from './+types/logo-section.ts';
import { LogoUpload } from './logo-upload.tsx';

export async function clientLoader() {
  await requireAdmin();
  return orLeave(await call('getLogo'));
}

/** Logo Manager (SPEC.md §2). */
export default function LogoSection({ loaderData: answer }: Route.ComponentProps) {
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
              <Logo url={answer.success ? answer.logo : null} />
            </div>
            <div className="logo-ground lacquer">
              <Logo url={answer.success ? answer.logo : null} />
            </div>
          </div>
          <p className="subtle border-t border-line px-5 py-3">Shown on both grounds, as in the shop.</p>
        </section>
        <LogoUpload />
      </div>
    </>
  );
}

/** Without a logo the shop's name stands for it. */
function Logo({ url }: { url: string | null }) {
  const { name } = useShop();
  return url ? <img src={url} alt={name} /> : <span className="wordmark">{name}</span>;
}
