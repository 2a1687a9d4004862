import { t } from '@lingui/core/macro';
import { startTransition, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import { UnsavedChanges } from '../../account/unsaved-changes.tsx';
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
  /** Loads what shows the listing again, so that it is opened with its new values after the dialog has closed. */
  onSaved: () => Promise<void>;
}

/** Adds or edits a listing. Mounted while it is open; asks before unsaved changes are lost. */
export default function ListingFormDialog({ listing, onClose, onSaved }: ListingFormDialogProps) {
  const titleId = useId();
  const { isDirty, setDirty, isAsking, setAsking, isClosing, close, leave, finish } = useLeaving(onClose, onSaved);
  const [issued, setIssued] = useState<Listing | null>(null);
  const [step, setStep] = useState<ProvenanceStep | null>(null);
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
              <CertificateOfListing listing={listing} isAsked={issued !== null} isDirty={isDirty} onIssue={setIssued} />
              <ProvenanceOfListing listing={listing} isAsked={step !== null} onStep={setStep} />
              <ConditionOfListing listing={listing} isAsked={conditionStep !== null} onStep={setConditionStep} />
              <CloseLookOfListing listingId={listing.id} />
            </>
          )
        }
      />
      <CertificateDialog step={issued && { kind: 'issue', listing: issued }} onClose={() => setIssued(null)} />
      <ProvenanceDialog step={step} onClose={() => setStep(null)} />
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

/** Closes the dialog after saving, or after asking whether changes may be lost. */
function useLeaving(onClose: () => void, onSaved: () => Promise<void>) {
  const [isDirty, setDirty] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [isClosing, setClosing] = useState(false);
  // The dialog is closed by then and has returned the focus to the element that opened it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: shown once.
  useEffect(() => {
    if (isClosing) onClose();
  }, [isClosing]);

  async function finish() {
    setDirty(false);
    await onSaved();
    // With the new values, and not before.
    startTransition(() => setClosing(true));
  }

  const close = () => setClosing(true);
  const leave = () => (isDirty ? setAsking(true) : close());
  return { isDirty, setDirty, isAsking, setAsking, isClosing, close, leave, finish };
}
