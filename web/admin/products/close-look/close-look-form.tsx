import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { EditedCloseLook } from '#contract/close-look.ts';
import { call } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote, Note } from '../../../ui/note.tsx';
import { ActionDialog } from '../../action-dialog.tsx';
import { focusMain } from '../../focus-main.ts';
import { useFocusAfter } from '../../use-focus-after.ts';
import { type CloseLookDraft, draftOf } from './close-look-draft.ts';
import { EditedPicture } from './edited-picture.tsx';
import { PictureChoice } from './picture-choice.tsx';
import { useDirtyReport } from './use-dirty-report.ts';
import { useSaving } from './use-saving.ts';

interface CloseLookFormProps {
  opened: EditedCloseLook;
  /** Called with what is stored after saving, and after everything was removed. */
  onSaved: (closeLook: EditedCloseLook) => void;
  /** Called when there are unsaved changes, and when there are none any more. */
  onDirty: (isDirty: boolean) => void;
}

/** The form for the picture, the box and the details of a piece that has at least one stored picture. */
export function CloseLookForm({ opened, onSaved, onDirty }: CloseLookFormProps) {
  const part = useRef<HTMLDivElement>(null);
  const saving = useSaving(opened, onSaved);
  const { stored, draft, setDraft, isDirty, failure } = saving;
  useDirtyReport(isDirty, onDirty);
  const focusNext = useFocusAfter(part, draft);
  const image = stored.pictures.find(({ url }) => url === draft.picture);
  const { look } = stored;
  const pictureHasLeft = look !== null && stored.pictures.every(({ url }) => url !== look.picture);
  const write = (changes: Partial<CloseLookDraft>) => setDraft((current) => ({ ...current, ...changes }));
  return (
    <form className="grid gap-8" {...saving.form}>
      <div ref={part} className="grid gap-8">
        {(stored.pictures.length > 1 || pictureHasLeft) && (
          <PictureChoice
            images={stored.pictures}
            chosen={draft.picture}
            error={failure?.fields?.picture}
            onChoose={(picture) => write({ picture })}
          />
        )}
        <PictureNote stored={stored} draft={draft} />
        {image && (
          <EditedPicture
            {...{ image, draft, listing: stored.listing, errors: failure?.fields ?? {}, focusNext }}
            onChange={setDraft}
          />
        )}
      </div>
      <div className="close-look-foot">
        {failure?.message && <FailureNote>{failure.message}</FailureNote>}
        <SaveButtons saving={saving} />
        <RemoveAll
          stored={stored}
          onRemoved={(now) => {
            saving.accept(now, draftOf(now));
            onSaved(now);
          }}
        />
      </div>
    </form>
  );
}

/** A note if the chosen picture has left the listing, or is not the one that the box and the details were stored for. */
function PictureNote({ stored: { pictures, look }, draft }: { stored: EditedCloseLook; draft: CloseLookDraft }) {
  if (pictures.every(({ url }) => url !== draft.picture))
    return (
      <Note tone="info">
        {t`The picture that this belongs to is not one of the piece any more, so visitors see nothing of it. Choose another picture, or put the old one back; the box and the details keep their places.`}
      </Note>
    );
  const hasPlaces = draft.box !== null || draft.details.length > 0;
  if (!hasPlaces || !look || draft.picture === look.picture) return null;
  return <Note tone="info">{t`The box and the details keep their places. Please check them on this picture.`}</Note>;
}

/** The button that saves. If somebody else has changed the same, it is replaced by two that choose one of both versions. */
function SaveButtons({ saving }: { saving: ReturnType<typeof useSaving> }) {
  const { theirs, keepMine, takeTheirs, isBusy, isDirty } = saving;
  const save = useRef<HTMLButtonElement>(null);
  const decide = (choose: () => void) => {
    flushSync(choose);
    // The button that was pressed is removed. The button that saves does not take the focus if nothing is left to save.
    focusMain();
    save.current?.focus();
  };
  return theirs ? (
    <>
      <Button variant="line" onClick={() => decide(keepMine)}>
        {t`Keep mine`}
      </Button>
      <Button variant="line" onClick={() => decide(takeTheirs)}>
        {t`Take theirs`}
      </Button>
    </>
  ) : (
    // Without a key, React would reuse the element of "Keep mine" for this button, and the click would then submit the form.
    <Button key="save" ref={save} type="submit" busy={isBusy} busyLabel={t`Saving...`} disabled={!isDirty}>
      {isDirty ? t`Save Details` : t`Saved`}
    </Button>
  );
}

interface RemoveAllProps {
  stored: EditedCloseLook;
  onRemoved: (closeLook: EditedCloseLook) => void;
}

function RemoveAll({ stored, onRemoved }: RemoveAllProps) {
  const [removed, setRemoved] = useState<EditedCloseLook | null>(null);
  return (
    <>
      {stored.look && (
        <Button variant="danger" onClick={() => setRemoved(stored)}>
          {t`Remove all`}
        </Button>
      )}
      <ActionDialog
        row={removed}
        title={() => t`Remove the box and all details`}
        confirmLabel={() => t`Remove`}
        question={({ listing: { name } }) =>
          t`Visitors see no scale, no view on a wall and no details of “${name}” any more. This cannot be undone.`
        }
        action={async ({ listing, version }) => {
          const answer = await call('removeCloseLook', { params: { id: listing.id }, query: { version } });
          if (answer.success) onRemoved(answer.closeLook);
          return answer;
        }}
        done={() => t`Details removed`}
        failed={t`That did not work`}
        onClose={() => setRemoved(null)}
      />
    </>
  );
}
