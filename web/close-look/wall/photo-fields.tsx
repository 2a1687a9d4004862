import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { type RefObject, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Select, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { ShownPiece } from './drawn-room.tsx';
import { lengthOf, type Reference, references } from './photo-geometry.ts';
import { isSavable, savePicture } from './save-picture.ts';
import type { PhotoWall, Shot } from './use-photo-wall.ts';

interface PhotoFieldsProps {
  piece: ShownPiece;
  wall: PhotoWall;
  shot: Shot;
  frame: RefObject<HTMLDivElement | null>;
  onChoose: () => void;
  /** Called when the photo with the piece was saved as a file. */
  onSaved: () => void;
}

/** The fields beside the photo: what the line lies on and its length, and buttons to save the picture and to choose another photo. */
export function PhotoFields({ piece, wall, shot, frame, onChoose, onSaved }: PhotoFieldsProps) {
  const isLength = lengthOf(wall.typed) !== null;
  return (
    <div className="photo-fields">
      <Select
        label={t`The line lies on`}
        value={wall.reference}
        // Every option has one of these values.
        onChange={(event) => wall.lieOn(event.target.value as Reference)}
      >
        {references.map(({ value, words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </Select>
      <TextField
        label={t`Its length in cm`}
        inputMode="decimal"
        maxLength={9}
        autoComplete="off"
        value={wall.typed}
        error={isLength ? undefined : t`Please type a length such as 140 or 29.7`}
        onChange={(event) => wall.type(event.target.value)}
      />
      <p className="small muted">
        <Trans>Put the two ends of the line on it. Then drag the piece where you want it.</Trans>
      </p>
      {isSavable(piece) && <SaveButton {...{ piece, shot, frame, onSaved }} cm={wall.cm} />}
      <div className="grid gap-2">
        <Button variant="line" full busy={wall.isOpening} busyLabel={t`Opening the photo`} onClick={onChoose}>
          <Trans>Choose another photo</Trans>
        </Button>
        <PhotoFailure wall={wall} />
      </div>
      <p className="small muted">
        <Trans>The photo stays on this device. We never see it.</Trans>
      </p>
    </div>
  );
}

export function PhotoFailure({ wall: { failure } }: { wall: PhotoWall }) {
  return (
    <div role="alert">
      {failure && (
        <p className="error">
          <Icon name="warning" small />
          {failure}
        </p>
      )}
    </div>
  );
}

type SaveButtonProps = Pick<PhotoFieldsProps, 'piece' | 'shot' | 'frame' | 'onSaved'> & { cm: number };

function SaveButton({ piece, shot, frame, cm, onSaved }: SaveButtonProps) {
  const [hasFailed, setHasFailed] = useState(false);
  const save = async () => {
    const isSaved = frame.current !== null && (await savePicture(frame.current, piece, shot, cm));
    setHasFailed(!isSaved);
    if (isSaved) onSaved();
  };
  return (
    <div className="grid gap-2">
      <Button variant="line" full onClick={() => void save()}>
        <Icon name="download" small />
        <Trans>Save the picture</Trans>
      </Button>
      <div role="alert">
        {hasFailed && (
          <p className="error">
            <Icon name="warning" small />
            <Trans>The picture could not be saved. Wait until the piece is visible, then try again.</Trans>
          </p>
        )}
      </div>
    </div>
  );
}
