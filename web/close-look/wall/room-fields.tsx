import { middleOf, type PieceSize, plinthOf, room, sceneOf, stands } from './scene.ts';

/** The wall and the person of the drawn room. The stylesheet reads these fields (room.css). */
export function RoomFields({ size }: { size: PieceSize }) {
  return (
    <div className="room-fields">
      <fieldset className="segments">
        <legend className="visually-hidden">Wall</legend>
        <label>
          <input type="radio" name="wall" value="pale" defaultChecked />
          Pale wall
        </label>
        <label>
          <input type="radio" name="wall" value="dark" />
          Dark wall
        </label>
      </fieldset>
      <label className="check small">
        <input type="checkbox" name="person" defaultChecked />A person, {room.person} cm
      </label>
      <p className="small muted">{standingWords(size)}</p>
    </div>
  );
}

function standingWords(size: PieceSize): string {
  if (!stands(size)) {
    const bench = sceneOf(size).furniture ? ` The bench is ${room.bench} cm long.` : '';
    return `The middle of the piece hangs ${middleOf(size)} cm above the floor.${bench}`;
  }
  const plinth = plinthOf(size);
  return plinth > 0 ? `The plinth is ${plinth} cm high.` : 'The piece stands on the floor.';
}
