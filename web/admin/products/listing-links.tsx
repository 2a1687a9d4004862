import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { call } from '../../api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { useHasRole } from '../admin-access.ts';
import { LinkIfAny } from '../link-if-any.tsx';
import { cataloguesAddress } from './catalogues/catalogues-address.ts';
import { certificatesAddress } from './certificates/certificates-address.ts';
import { importAddress } from './import/import-address.ts';
import { intakeAddress } from './intake/intake-address.ts';
import { privateLinksAddress } from './private/private-links-address.ts';
import { waitingAddress } from './waiting/waiting-address.ts';

/** Who waits. Without a recent password nobody is told; then a shop with waiting lists counts as one where somebody waits. */
async function findWaiting(): Promise<{ success: false } | { success: true; total: number }> {
  const waiting = await call('listWaitingPeople', { quiet: true, query: { page: 1, pageSize: 1 } });
  if (waiting.success || waiting.code !== 'confirm') return waiting;
  const answer = await call('getWaitingSettings', { quiet: true });
  return answer.success ? { success: true, total: answer.settings.hours } : answer;
}

/** Links to the pages that belong to the products. Waiting lists, certificates and private links are linked only while there are any. */
export function ListingLinks() {
  const mayEdit = useHasRole('staff');
  return (
    <div className="flex flex-wrap gap-x-4">
      <Link className={buttonClass('text')} to={cataloguesAddress()}>
        {t`Catalogues`}
      </Link>
      {mayEdit && (
        <>
          <Link className={buttonClass('text')} to={intakeAddress}>
            {t`Bring in photographs`}
          </Link>
          <Link className={buttonClass('text')} to={importAddress}>
            {t`Import`}
          </Link>
        </>
      )}
      <LinkIfAny look="text" to={waitingAddress} load={findWaiting}>
        {t`Waiting lists`}
      </LinkIfAny>
      <LinkIfAny
        look="text"
        to={certificatesAddress}
        load={() => call('listCertificates', { quiet: true, query: { page: 1, pageSize: 1 } })}
      >
        {t`Certificates`}
      </LinkIfAny>
      <LinkIfAny
        look="text"
        to={privateLinksAddress}
        load={() => call('listPrivateLinks', { quiet: true, query: { page: 1, pageSize: 1 } })}
      >
        {t`Offers and rooms`}
      </LinkIfAny>
    </div>
  );
}
