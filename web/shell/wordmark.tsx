import { Link } from 'react-router';
import { Logo } from './logo.tsx';
import { useShop } from './shop.ts';

/** The shop's name, or its logo where one is set: the way home from everywhere. */
export function Wordmark() {
  const { name, logo } = useShop();
  return (
    <Link className="wordmark" to="/">
      <Logo url={logo}>{name}</Logo>
    </Link>
  );
}
