import { t } from '@lingui/core/macro';
import { startTransition, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import { UnsavedChanges } from '../../shell/unsaved-changes.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { CertificateDialog } from '../products/certificates/certificate-dialog.tsx';
import { CertificateOfListing } from '../products/certificates/certificate-of-listing.tsx';
import { CloseLookOfListing } from '../products/close-look/close-look-of-listing.tsx';
import { conditionAddress } from '../products/condition/condition-address.ts';
import { ConditionDialog, type ConditionStep } from '../products/condition/condition-dialog.tsx';
import { ConditionOfListing } from '../products/condition/condition-of-listing.tsx';
import { ProvenanceDialog, type ProvenanceStep } from '../products/provenance/provenance-dialog.tsx';
import { ProvenanceOfListing } from '../products/provenance/provenance-of-listing.tsx';
import { ListingForm } from './listing-form.tsx';

interface ListingFormDialogProps {
  /** The listing to edit; null for a new one. */
  listing: Listing | null;
  onClose: () => void;
  /** Reloads the data of the page behind the dialog, so that the next dialog for this listing begins with the saved values. */
  onSaved: () => Promise<void>;
}

/** The dialog that adds or edits a listing. Mounted only while it is open; asks before unsaved changes are lost. */
export default function ListingFormDialog({ listing, onClose, onSaved }: ListingFormDialogProps) {
  const titleId = useId();
  const { isDirty, setDirty, isAsking, setAsking, isClosing, close, leave, finish } = useClosing(onClose, onSaved);
  const [issuing, setIssuing] = useState<Listing | null>(null);
  const [provenanceStep, setProvenanceStep] = useState<ProvenanceStep | null>(null);
  const [conditionStep, setConditionStep] = useState<ConditionStep | null>(null);
  const navigate = useNavigate();
  return (
    <Dialog open={!isClosing} onClose={leave} labelledBy={titleId} variant="wide">
      <div className="dialog-head">
        <h2 id={titleId} className="text-18!" tabIndex={-1} data-autofocus={listing ? '' : undefined}>
          {listing ? t`Edit Product` : t`Add New Product`}
        </h2>
        <IconButton label={t`Close`} small onClick={leave}>
          <Icon name="close" />
        </IconButton>
      </div>
      <ListingForm
        {...{ listing, onDirty: setDirty, onLeave: leave, onSaved: finish }}
        papers={
          listing && (
            <>
              <CertificateOfListing
                listing={listing}
                isAsked={issuing !== null}
                isDirty={isDirty}
                onIssue={setIssuing}
              />
              <ProvenanceOfListing listing={listing} isAsked={provenanceStep !== null} onStep={setProvenanceStep} />
              <ConditionOfListing listing={listing} isAsked={conditionStep !== null} onStep={setConditionStep} />
              <CloseLookOfListing listingId={listing.id} />
            </>
          )
        }
      />
      <CertificateDialog step={issuing && { kind: 'issue', listing: issuing }} onClose={() => setIssuing(null)} />
      <ProvenanceDialog step={provenanceStep} onClose={() => setProvenanceStep(null)} />
      <ConditionDialog
        step={conditionStep}
        onClose={() => setConditionStep(null)}
        onBegun={(id) => void navigate(conditionAddress(id))}
      />
      <UnsavedChanges
        dirty={isDirty && !isClosing}
        leaving={isAsking}
        onStay={() => setAsking(false)}
        onDiscard={close}
      />
    </Dialog>
  );
}

/** Closes the dialog after saving; without saving, asks first whether unsaved changes may be lost. */
function useClosing(onClose: () => void, onSaved: () => Promise<void>) {
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isClosing, setClosing] = useState(false);
  // When this effect runs, the dialog has closed and has returned the focus to the element that opened it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the dialog closes; `onClose` is new in every render.
  useEffect(() => {
    if (isClosing) onClose();
  }, [isClosing]);

  async function finish() {
    setDirty(false);
    await onSaved();
    // The dialog closes when the page behind it shows the new values, not earlier.
    startTransition(() => setClosing(true));
  }

  const close = () => setClosing(true);
  const leave = () => (isDirty ? setAsking(true) : close());
  return { isDirty, setDirty, isAsking, setAsking, isClosing, close, leave, finish };
}
