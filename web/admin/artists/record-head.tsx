import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { Badge } from '../../ui/badge.tsx';
import { countInWords } from './artist-words.ts';

interface RecordHeadProps {
  record: { published: boolean; pieces: number };
  /** The path of its page in the shop. */
  address: string;
}

/** What follows the name of an artist or a series: whether it is shown, the number of its pieces, and the link to its page. */
export function RecordHead({ record: { published, pieces }, address }: RecordHeadProps) {
  return (
    <>
      {published ? <Badge tone="gold">{t`Shown`}</Badge> : <Badge>{t`Not shown`}</Badge>}
      <span className="subtle numeric">{countInWords(pieces)}</span>
      {published && (
        <Link className="button button-line ml-auto" to={address}>
          {t`See in the shop`}
        </Link>
      )}
    </>
  );
}
