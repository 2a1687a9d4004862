import { t } from '@lingui/core/macro';
import { useShop } from '../shell/shop.ts';
import type { AskedAlert } from './alert-form.tsx';
import { LoadedForm } from './loaded-form.tsx';

/** Offers an email when a piece that nobody can buy now is free again (docs/behaviour/alerts.md). Renders nothing if alerts are off. */
export function AlertWhenFree({ id, name, isSold }: { id: string; name: string; isSold: boolean }) {
  return (
    <OfferedAlert
      ask={{ listingId: id }}
      words={isSold ? t`Tell me if it comes back` : t`Tell me if it is free again`}
      promise={(email) =>
        isSold
          ? t`We will write to ${email} if ${name} comes back.`
          : t`We will write to ${email} if ${name} is free again.`
      }
      hint={t`One email if it does, and nothing else.`}
      look={isSold ? 'open' : 'text'}
    />
  );
}

/** Offers an email about each new work of an artist. Renders nothing if alerts are off. */
export function AlertOfNewWork({ slug, name }: { slug: string; name: string }) {
  return (
    <OfferedAlert
      ask={{ artist: slug }}
      words={t`Tell me of new pieces`}
      promise={(email) => t`We will write to ${email} when there is new work by ${name}.`}
      hint={t`Each new piece, on the day it is hung.`}
      look="line"
    />
  );
}

function OfferedAlert(props: AskedAlert) {
  return useShop().emails.alerts && <LoadedForm {...props} />;
}
