import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { middleOf, type PieceSize, plinthOf, room, sceneOf, stands } from './scene.ts';

/** The fields for the wall and the person of the drawn room. The stylesheet reads them (room.css), so they work without scripts. */
export function RoomFields({ size }: { size: PieceSize }) {
  const { person } = room;
  return (
    <div className="room-fields">
      <fieldset className="segments">
        <legend className="visually-hidden">
          <Trans>Wall</Trans>
        </legend>
        <label>
          <input type="radio" name="wall" value="pale" defaultChecked />
          <Trans>Pale wall</Trans>
        </label>
        <label>
          <input type="radio" name="wall" value="dark" />
          <Trans>Dark wall</Trans>
        </label>
      </fieldset>
      <label className="check small">
        <input type="checkbox" name="person" defaultChecked />
        <Trans>A person, {person} cm</Trans>
      </label>
      <p className="small muted">{standingWords(size)}</p>
    </div>
  );
}

function standingWords(size: PieceSize): string {
  if (!stands(size)) {
    const middle = middleOf(size);
    const { bench } = room;
    return sceneOf(size).furniture
      ? t`The middle of the piece hangs ${middle} cm above the floor. The bench is ${bench} cm long.`
      : t`The middle of the piece hangs ${middle} cm above the floor.`;
  }
  const plinth = plinthOf(size);
  return plinth > 0 ? t`The plinth is ${plinth} cm high.` : t`The piece stands on the floor.`;
}
