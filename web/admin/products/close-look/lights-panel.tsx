import { plural, t } from '@lingui/core/macro';
import { type ComponentProps, lazy, type RefObject, Suspense, useRef, useState } from 'react';
import type { KeptLight } from '#contract/lights.ts';
import { limits } from '#contract/limits.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FailureBoundary } from '../../../ui/failure-boundary.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { FailureNote, Note } from '../../../ui/note.tsx';
import { useHasRole } from '../../admin-access.ts';
import { UploadRows } from '../../listing-form/upload-rows.tsx';
import { UploadTile } from '../../listing-form/upload-tile.tsx';
import { useFileDrop } from '../../use-file-drop.ts';
import { useFocusAfter } from '../../use-focus-after.ts';
import { LightCard, LightPicture } from './light-card.tsx';
import { directionInWords } from './light-directions.ts';
import { useDirtyReport } from './use-dirty-report.ts';
import { useLightUpload } from './use-light-upload.ts';
import { type Lights, useLights } from './use-lights.ts';

const { lightPhotographs: most, leastLightPhotographs: least } = limits;

/** Loaded with its styles when it is shown, because most pieces have no photographs under lights. */
const LightPreview = lazy(() => import('./light-preview.tsx'));

interface LightsPanelProps {
  listingId: string;
  /** The address of the stored picture that is looked at; null without one. */
  picture: string | null;
  /** Called when there are unsaved changes, and when there are none any more. */
  onDirty: (isDirty: boolean) => void;
}

/** The photographs of a piece under lights from known directions (docs/behaviour/lights.md, 10 to 14). */
export function LightsPanel({ listingId, picture, onDirty }: LightsPanelProps) {
  const lights = useLights(listingId, picture);
  const mayChange = useHasRole('staff');
  const panel = useRef<HTMLElement>(null);
  const { stored, problem, photographs, isDirty } = lights;
  useDirtyReport(isDirty, onDirty);
  const count = photographs.length;
  const hasPreview = !stored?.isOfOtherPicture && count >= least;
  return (
    <section ref={panel} className="panel" aria-labelledby="light">
      <header>
        <h2 id="light" tabIndex={-1}>
          {t`Light`}
        </h2>
        {stored && <span className="subtle numeric">{t`${count} of ${most}`}</span>}
      </header>
      <div className="grid gap-4 p-5">
        <p className="muted">
          {t`The same frame, camera still, lamp moved: from three photographs on, visitors turn the light over the piece. The shop lays each photograph over the picture that is looked at.`}
        </p>
        {problem !== '' && <FailureNote>{problem}</FailureNote>}
        {stored?.isOfOtherPicture && (
          <Note tone="held">
            {t`Another picture is looked at now, so visitors do not see these photographs. Choose the former picture again, or remove them before you upload others.`}
          </Note>
        )}
        {stored?.picture && hasPreview && (
          <FailureBoundary data={stored} fallback={NoPreview}>
            <Suspense>
              <LightPreview picture={stored.picture} photographs={photographs} />
            </Suspense>
          </FailureBoundary>
        )}
        {stored && mayChange && <EditedLights {...{ listingId, lights, panel }} />}
        {stored && !mayChange && <ShownLights photographs={photographs} isShown={stored.isShown} />}
      </div>
    </section>
  );
}

function NoPreview() {
  return <p className="muted">{t`The preview of the light could not be loaded. Load the page again to see it.`}</p>;
}

interface EditedLightsProps {
  listingId: string;
  lights: Lights;
  panel: RefObject<HTMLElement | null>;
}

function EditedLights({ listingId, lights, panel }: EditedLightsProps) {
  const { photographs } = lights;
  const [said, setSaid] = useState('');
  const removal = useRemoval(lights, panel, (leavingName) => setSaid(t`${leavingName} removed`));
  /** The names of files that said no direction. A name is removed when the direction of its photograph is set. */
  const [guessed, setGuessed] = useState<ReadonlySet<string>>(new Set());
  const { uploads, choose, retry, cancel } = useLightUpload(listingId, lights, (kept, fileName, isGuessed) => {
    lights.accept(kept);
    if (isGuessed) setGuessed((names) => new Set([...names, fileName]));
    setSaid(keptWords(fileName, kept.photographs.length));
  });
  const { isOver, ...dropping } = useFileDrop(choose);
  return (
    <form className={isOver ? 'grid gap-4 dropping' : 'grid gap-4'} {...lights.form} {...dropping}>
      <ul className="lights" aria-label={t`Photographs under light`}>
        {photographs.map((light, position) => (
          <LightCard
            key={light.id}
            light={light}
            number={position + 1}
            isGuessed={guessed.has(light.fileName)}
            onCorrect={(direction) => {
              setGuessed((names) => new Set([...names].filter((name) => name !== light.fileName)));
              lights.correct(light.id, direction);
            }}
            onRemove={() => removal.ask(light)}
          />
        ))}
        {photographs.length < most && <UploadTile onChoose={choose} />}
      </ul>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <UploadRows
        uploads={uploads}
        onRetry={retry}
        onCancel={cancel}
        moveFocus={() => panel.current?.querySelector<HTMLElement>('#light')?.focus()}
      />
      <p className="subtle">
        {t`The dial shows where the lamp stood: drag it, or use the arrow keys (15° a step, with Shift 1°). Around: 0° is right, 90° the upper edge. Height: 0° grazes the surface, 90° is straight above it. File names such as moon-north-east.jpg, moon-45deg.jpg or moon-above.jpg say it themselves.`}
      </p>
      <ShowAndSave lights={lights} />
      <RemoveDialog {...removal.dialog} />
    </form>
  );
}

/** Asks before a photograph is removed. */
function useRemoval(lights: Lights, panel: RefObject<HTMLElement | null>, onRemoved: (name: string) => void) {
  /** The photograph to remove. It stays set while the dialog closes, because the dialog still shows its name. */
  const [leaving, setLeaving] = useState<KeptLight | null>(null);
  const [isAsking, setAsking] = useState(false);
  const leavingName = leaving?.fileName ?? '';
  const focusNext = useFocusAfter(panel, isAsking);
  async function remove() {
    const failed = leaving ? await lights.remove(leaving) : undefined;
    if (failed) return failed;
    // The button that was pressed is removed.
    focusNext('#light');
    setAsking(false);
    onRemoved(leavingName);
    return undefined;
  }
  return {
    ask(light: KeptLight) {
      setLeaving(light);
      setAsking(true);
    },
    dialog: { leavingName, isAsking, onCancel: () => setAsking(false), onConfirm: remove },
  };
}

interface RemoveDialogProps extends Pick<ComponentProps<typeof ConfirmDialog>, 'onCancel' | 'onConfirm'> {
  leavingName: string;
  isAsking: boolean;
}

function RemoveDialog({ leavingName, isAsking, ...handlers }: RemoveDialogProps) {
  return (
    <ConfirmDialog
      open={isAsking}
      title={t`Remove this photograph?`}
      confirmLabel={t`Remove the photograph`}
      {...handlers}
    >
      {t`${leavingName}. With fewer than ${least} photographs visitors see only the picture.`}
    </ConfirmDialog>
  );
}

const keptWords = (name: string, count: number) => t`${name} lies over the picture. ${count} of ${most} photographs.`;

/** The choice whether visitors have the light, and the button that saves it together with the directions. */
function ShowAndSave({ lights }: Pick<EditedLightsProps, 'lights'>) {
  const { photographs, isDirty, failure } = lights;
  const missing = least - photographs.length;
  return (
    <>
      <Checkbox
        label={t`Visitors can turn the light over this piece`}
        checked={lights.isShown}
        disabled={missing > 0 && !lights.isShown}
        onChange={({ target }) => lights.setShown(target.checked)}
      />
      {missing > 0 && (
        <p className="subtle">
          {plural(missing, {
            one: 'One more photograph is needed for that.',
            other: '# more photographs are needed for that.',
          })}
        </p>
      )}
      {(photographs.length > 0 || isDirty) && (
        <div className="close-look-foot">
          {failure?.message && <FailureNote>{failure.message}</FailureNote>}
          <Button type="submit" busy={lights.isBusy} busyLabel={t`Saving...`} disabled={!isDirty}>
            {isDirty ? t`Save Light` : t`Saved`}
          </Button>
          {isDirty && (
            <Button variant="text" onClick={lights.discard}>
              {t`Discard`}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function ShownLights({ photographs, isShown }: { photographs: readonly KeptLight[]; isShown: boolean }) {
  if (photographs.length === 0) return <p className="muted">{t`There are no photographs yet.`}</p>;
  return (
    <>
      <p>{isShown ? t`Visitors can turn the light over this piece.` : t`Visitors do not see these photographs.`}</p>
      <ul className="lights" aria-label={t`Photographs under light`}>
        {photographs.map((light, position) => (
          <li key={light.id}>
            <LightPicture light={light} number={position + 1} />
            <p>{directionInWords(light)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
