import { t } from '@lingui/core/macro';
import { useId } from 'react';
import { Link } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { CopyRow } from '../../../ui/copy-row.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { privateLinksAddress } from './private-links-address.ts';

/** Shows the address of a new link, which cannot be read again. `url` is null while the dialog is closed. */
export function NewAddressDialog({ url, onClose }: { url: string | null; onClose: () => void }) {
  const titleId = useId();
  return (
    <Dialog open={url !== null} onClose={onClose} labelledBy={titleId}>
      <div className="grid gap-4">
        <h2 className="text-18!" id={titleId}>
          {t`The link is ready`}
        </h2>
        <p className="muted">
          {t`Whoever has it can open it. It is shown here only once; a new one can be made at any time.`}
        </p>
        <dl>
          <CopyRow label={t`Link`} value={url ?? ''} />
        </dl>
        <div className="flex flex-wrap gap-3">
          <Button onClick={onClose}>{t`Done`}</Button>
          <Link className="button button-line" to={privateLinksAddress} onClick={onClose}>
            {t`All offers and rooms`}
          </Link>
        </div>
      </div>
    </Dialog>
  );
}
