import { useState } from 'react';
import { useRevalidator } from 'react-router';
import type { PrivateLinkKind } from '#contract/private-sales.ts';
import { useShop } from '../../../shell/shop.ts';
import { firstDraft, type LinkClient } from './link-draft.ts';
import { NewAddressDialog } from './new-address-dialog.tsx';
import { PrivateLinkDialog } from './private-link-dialog.tsx';

interface NewPrivateLinkProps {
  /** Null while the form is closed. */
  kind: PrivateLinkKind | null;
  pieces: readonly { id: string; name: string }[];
  /** The name and the email address that the form has at the beginning. */
  client?: LinkClient;
  onClose: () => void;
}

/** Shows the form of a new offer or room with the selected pieces, then the address of the new link. */
export function NewPrivateLink({ kind, pieces, client, onClose }: NewPrivateLinkProps) {
  const { revalidate } = useRevalidator();
  const { timezone } = useShop();
  const [url, setUrl] = useState<string | null>(null);
  return (
    <>
      {kind && (
        <PrivateLinkDialog
          first={() => ({ ...firstDraft(kind, pieces, timezone), ...client })}
          onClose={onClose}
          onDone={(made) => {
            setUrl(made);
            void revalidate();
          }}
        />
      )}
      <NewAddressDialog url={url} onClose={() => setUrl(null)} />
    </>
  );
}
