import { t } from '@lingui/core/macro';
import type { OpenedLink, PrivateListing } from '#contract/private-sales.ts';
import { call } from '../api.ts';
import { ReservedForYou } from '../checkout/reserved-for-you.tsx';
import { Note } from '../ui/note.tsx';

interface OfferActionsProps {
  token: string;
  link: OpenedLink;
  onDeclined: () => void;
}

/** What the receiver of an offer can do: buy its pieces, or let them go. */
export function OfferActions({ token, link: { until, pieces }, onDeclined }: OfferActionsProps) {
  const available = availableListings(pieces);
  if (available.length === 0) return <Note tone="info">{t`Nothing of this offer is left to buy.`}</Note>;
  return (
    <ReservedForYou
      pieces={available}
      until={until}
      consequence={
        available.length === 1
          ? t`Anybody can buy the piece then, and this link ends.`
          : t`Anybody can buy the pieces then, and this link ends.`
      }
      take={async () => {
        const answer = await call('takePrivateOffer', { body: { token } });
        return answer.success ? { pieces: availableListings(answer.link.pieces) } : answer;
      }}
      letGo={async () => {
        const answer = await call('declinePrivateOffer', { body: { token } });
        if (!answer.success) return answer;
        onDeclined();
        return undefined;
      }}
    />
  );
}

/** The pieces that can still be bought, as the payment page takes them. The pieces of an offer always have a price. */
const availableListings = (listings: readonly PrivateListing[]) =>
  listings.filter(({ state }) => state === 'open').map(({ listing }) => ({ ...listing, price: listing.price ?? 0 }));
