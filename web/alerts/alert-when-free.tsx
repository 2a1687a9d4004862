import { useShop } from '../shell/shop.ts';
import type { AskedAlert } from './alert-form.tsx';
import { LoadedForm } from './loaded-form.tsx';

/** Offers an email when a piece that nobody can buy now is free again (docs/behaviour/alerts.md). Nothing where alerts are off. */
export function AlertWhenFree({ id, name, isSold }: { id: string; name: string; isSold: boolean }) {
  const event = isSold ? 'it comes back' : 'it is free again';
  return (
    <OfferedAlert
      ask={{ listingId: id }}
      words={`Tell me if ${event}`}
      promise={`if ${name} ${isSold ? 'comes back' : 'is free again'}`}
      hint="One email if it does, and nothing else."
      look={isSold ? 'open' : 'text'}
    />
  );
}

/** Offers an email about each new work of an artist. */
export function AlertOfNewWork({ slug, name }: { slug: string; name: string }) {
  return (
    <OfferedAlert
      ask={{ artist: slug }}
      words="Tell me of new pieces"
      promise={`when there is new work by ${name}`}
      hint="Each new piece, on the day it is hung."
      look="line"
    />
  );
}

function OfferedAlert(props: AskedAlert) {
  return useShop().emails.alerts && <LoadedForm {...props} />;
}
