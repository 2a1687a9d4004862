import { Link } from 'react-router';
import { openCart, useCart } from '../cart/cart-store.ts';
import { signOut, useSession } from '../session.ts';
import { toggleTheme, useTheme } from '../theme.ts';
import { IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Icon } from '../ui/icon.tsx';
import { CartCount, pieceCount } from './cart-count.tsx';
import { useShop } from './shop.ts';
import { Who } from './who.tsx';

/** What the bar holds, on screens under 768 px: it slides out from the right. */
export function Menu({ open, onClose }: { open: boolean; onClose: () => void }) {
  const shop = useShop();
  const { count } = useCart();
  return (
    <Dialog open={open} onClose={onClose} label="Menu" form="menu lacquer">
      <div className="menu-head">
        <span className="wordmark">{shop.name}</span>
        <IconButton label="Close menu" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <nav aria-label="Main">
        <ul className="menu-list">
          {places.map(({ to, name }) => (
            <li key={to}>
              <Link to={to} onClick={onClose}>
                {name}
              </Link>
            </li>
          ))}
          <li>
            <button
              type="button"
              aria-label={`Cart, ${pieceCount(count)}`}
              onClick={() => {
                onClose();
                openCart();
              }}
            >
              Cart
              <CartCount count={count} />
            </button>
          </li>
        </ul>
      </nav>
      <div className="menu-foot">
        <Who className="btn btn-line btn-full" onLeave={onClose} />
        <div className="menu-foot-row">
          <SignOut onLeave={onClose} />
          <ThemeSwitch />
        </div>
      </div>
    </Dialog>
  );
}

const places = [
  { to: '/', name: 'Home' },
  { to: '/#collection', name: 'Collection' },
  { to: '/#about', name: 'About' },
  { to: '/#contact', name: 'Contact' },
];

function SignOut({ onLeave }: { onLeave: () => void }) {
  const session = useSession();
  if (!session) return <span />;
  return (
    <button
      type="button"
      className="btn-text"
      onClick={() => {
        onLeave();
        void signOut();
      }}
    >
      Sign Out
    </button>
  );
}

function ThemeSwitch() {
  const theme = useTheme();
  return (
    <button type="button" className="btn-text" onClick={toggleTheme}>
      <Icon name="theme" small />
      {theme === 'dark' ? 'Light theme' : 'Dark theme'}
    </button>
  );
}
