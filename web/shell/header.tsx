import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { openCart } from '../cart/cart-store.ts';
import { forgetPosition } from '../catalog/collection-position.ts';
import { OtherLanguages } from '../language/language-links.tsx';
import { toggleTheme, useTheme } from '../theme.ts';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { AccountLink } from './account-link.tsx';
import { CartCount, openCartLabel } from './cart-count.tsx';
import { Menu } from './menu.tsx';
import { useVisitor } from './visitor.ts';
import { Wordmark } from './wordmark.tsx';

/** The navigation bar (docs/behaviour/pages.md, 4). On the home page it has the background of the hero below it. */
export function Header() {
  const { pathname } = useLocation();
  const [menuOpen, setMenuOpen] = useState(false);
  return (
    <>
      <header className={pathname === '/' ? 'header lacquer' : 'header'}>
        <div className="page">
          <Wordmark />
          <nav className="nav" aria-label={t`Main`}>
            <Link to="/" aria-current={pathname === '/' ? 'page' : undefined} onClick={forgetPosition}>
              <Trans>Home</Trans>
            </Link>
            <Link to="/#collection" aria-current={/^\/(product|collection)\b/.test(pathname) ? 'true' : undefined}>
              <Trans>Collection</Trans>
            </Link>
            <Link to="/#about">
              <Trans>About</Trans>
            </Link>
            <Link to="/#contact">
              <Trans>Contact</Trans>
            </Link>
          </nav>
          <div className="header-end">
            <OtherLanguages />
            <AccountLink className="who" />
            <ThemeButton />
            <CartButton />
            <IconButton
              className="menu-button"
              label={t`Open menu`}
              aria-haspopup="dialog"
              aria-expanded={menuOpen}
              onClick={() => setMenuOpen(true)}
            >
              <Icon name="menu" />
            </IconButton>
          </div>
        </div>
      </header>
      <Menu open={menuOpen} onClose={() => setMenuOpen(false)} />
    </>
  );
}

function ThemeButton() {
  const theme = useTheme();
  return (
    <IconButton
      className="theme"
      label={theme === 'dark' ? t`Switch to light theme` : t`Switch to dark theme`}
      onClick={toggleTheme}
    >
      <Icon name="theme" />
    </IconButton>
  );
}

function CartButton() {
  const { count } = useVisitor();
  return (
    <IconButton label={openCartLabel(count)} aria-haspopup="dialog" onClick={openCart}>
      <Icon name="bag" />
      <CartCount count={count} />
    </IconButton>
  );
}
