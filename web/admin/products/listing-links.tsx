import { Link } from 'react-router';
import { call } from '../../api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { LinkIfAny } from '../link-if-any.tsx';
import { cataloguesAddress } from './catalogues/catalogues-address.ts';
import { certificatesAddress } from './certificates/certificates-address.ts';
import { privateLinksAddress } from './private/private-links-address.ts';
import { waitingAddress } from './waiting/waiting-address.ts';

/** Lists that belong to the products and have something in them, and the place where catalogues are made. */
export function ListingLinks() {
  return (
    <>
      <Link className={buttonClass('line')} to={cataloguesAddress()}>
        Catalogues
      </Link>
      <LinkIfAny
        to={waitingAddress}
        ask={() => call('listWaitingPeople', { quiet: true, query: { page: 1, pageSize: 1 } })}
      >
        Waiting lists
      </LinkIfAny>
      <LinkIfAny
        to={certificatesAddress}
        ask={() => call('listCertificates', { quiet: true, query: { page: 1, pageSize: 1 } })}
      >
        Certificates
      </LinkIfAny>
      <LinkIfAny
        to={privateLinksAddress}
        ask={() => call('listPrivateLinks', { quiet: true, query: { page: 1, pageSize: 1 } })}
      >
        Offers and rooms
      </LinkIfAny>
    </>
  );
}
