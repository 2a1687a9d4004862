import { Link } from 'react-router';
import { forgetPosition } from '../catalog/collection-position.ts';
import { Logo } from './logo.tsx';
import { useShop } from './shop.ts';

/** The shop's name or logo, as a link to the home page. */
export function Wordmark() {
  const { name, logo, logoDark } = useShop();
  return (
    <Link className="wordmark" to="/" onClick={forgetPosition}>
      <Logo url={logo} darkUrl={logoDark}>
        {name}
      </Logo>
    </Link>
  );
}
