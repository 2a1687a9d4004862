import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { policyAddress, policyTitles } from '#contract/policies.ts';
import { Newsletter } from '../alerts/newsletter.tsx';
import { AllLanguages } from '../language/language-links.tsx';
import { ContactLines } from './contact-lines.tsx';
import { useShop } from './shop.ts';
import { Wordmark } from './wordmark.tsx';

export function Footer() {
  const { artists, certificates, policies } = useShop();
  return (
    <footer className="footer lacquer rim rim-top">
      <div className="page">
        <Wordmark />
        <ul>
          <li>
            <Link to="/#collection">
              <Trans>Collection</Trans>
            </Link>
          </li>
          <li>
            <Link to="/#about">
              <Trans>About</Trans>
            </Link>
          </li>
          <li>
            <Link to="/#contact">
              <Trans>Contact</Trans>
            </Link>
          </li>
          {artists && (
            <li>
              <Link to="/artists">
                <Trans>Artists</Trans>
              </Link>
            </li>
          )}
          {certificates && (
            <li>
              <Link to="/verify">
                <Trans>Verify a certificate</Trans>
              </Link>
            </li>
          )}
          {policies.map((name) => (
            <li key={name}>
              <Link to={policyAddress(name)}>{policyTitles[name]}</Link>
            </li>
          ))}
        </ul>
        <Newsletter />
        <ContactLines className="muted w-full items-baseline" />
        <AllLanguages />
      </div>
    </footer>
  );
}
