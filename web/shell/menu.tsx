import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { openCart } from '../cart/cart-store.ts';
import { forgetPosition } from '../catalog/collection-position.ts';
import { AllLanguages } from '../language/language-links.tsx';
import { signOut } from '../session.ts';
import { toggleTheme, useTheme } from '../theme.ts';
import { IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { AccountLink } from './account-link.tsx';
import { CartCount, cartLabel } from './cart-count.tsx';
import { useShop } from './shop.ts';
import { useVisitor } from './visitor.ts';

/** The navigation on screens below 768 px; it slides in from the right. */
export function Menu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const shop = useShop();
  const { session, count } = useVisitor();
  return (
    <Dialog open={open} onClose={onClose} label={t`Menu`} variant="menu">
      <div className="menu-head">
        <span className="wordmark">{shop.name}</span>
        <IconButton label={t`Close menu`} onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <nav aria-label={t`Main`}>
        <ul className="menu-list">
          {links.map(({ to, name }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={() => {
                  if (to === '/') forgetPosition();
                  onClose();
                }}
              >
                {name}
              </Link>
            </li>
          ))}
          <li>
            <button
              type="button"
              aria-label={cartLabel(count)}
              onClick={() => {
                onClose();
                openCart();
              }}
            >
              <Trans>Cart</Trans>
              <CartCount count={count} />
            </button>
          </li>
        </ul>
      </nav>
      <div className="menu-foot">
        <div className="menu-foot-row">
          <Link className="button-text" to="/saved" onClick={onClose}>
            <Trans>Saved</Trans>
          </Link>
          {shop.artists && (
            <Link className="button-text" to="/artists" onClick={onClose}>
              <Trans>Artists</Trans>
            </Link>
          )}
        </div>
        <AccountLink className="button button-line button-full" onNavigate={onClose} />
        <AllLanguages />
        <div className="menu-foot-row">
          {session ? <SignOut onNavigate={onClose} /> : <span />}
          <ThemeSwitch />
        </div>
      </div>
    </Dialog>
  );
}

const links = [
  { to: '/', name: t`Home` },
  { to: '/#collection', name: t`Collection` },
  { to: '/#about', name: t`About` },
  { to: '/#contact', name: t`Contact` },
];

function SignOut({ onNavigate }: { onNavigate: () => void }) {
  return (
    <button
      type="button"
      className="button-text"
      onClick={() => {
        onNavigate();
        void signOut();
      }}
    >
      <Trans>Sign Out</Trans>
    </button>
  );
}

function ThemeSwitch() {
  const theme = useTheme();
  return (
    <button type="button" className="button-text" onClick={toggleTheme}>
      <Icon name="theme" small />
      {theme === 'dark' ? t`Light theme` : t`Dark theme`}
    </button>
  );
}
