import { Link } from 'react-router';
import { useShop } from './shop.ts';

/** The shop's name, or its logo where one is set: the way home from everywhere. */
export function Wordmark() {
  const shop = useShop();
  return (
    <Link className="wordmark" to="/">
      {shop.logo ? <img src={shop.logo} alt={shop.name} height={40} /> : shop.name}
    </Link>
  );
}
