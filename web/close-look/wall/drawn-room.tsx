import type { Image } from '#contract/catalog.ts';
import type { Box } from '#contract/close-look.ts';
import { Cutout } from './cutout.tsx';
import { Person } from './person.tsx';
import { placed, variables } from './placed.ts';
import { dimensionGap, type PieceSize, sceneOf, sceneWords, stands } from './scene.ts';

/** A piece that can be shown at its true size. */
export interface ShownPiece {
  id: string;
  name: string;
  image: Image;
  box: Box;
  size: PieceSize;
}

/**
 * The piece at true size in a drawn room (docs/behaviour/close-look.md, 41 to 44). `RoomFields` has the inputs for the colour of the
 * wall and the person. Only the stylesheet reads them, so they work without scripts.
 */
export function DrawnRoom({ piece }: { piece: ShownPiece }) {
  const { name, image, box, size } = piece;
  const scene = sceneOf(size);
  return (
    <div className="room" data-theme="light">
      <div className="scene" style={variables({ 'scene-w': scene.width, 'scene-h': scene.height, foot: scene.floor })}>
        <div className="room-floor" />
        <div className="scene-drawing" role="img" aria-label={sceneWords(name, size)}>
          {scene.furniture && (
            <div className={`placed ${scene.furniture.kind}`} style={placed(scene.furniture)}>
              {scene.furniture.kind === 'bench' && <Bench />}
            </div>
          )}
          <div className={stands(size) ? 'placed' : 'placed hung'} style={placed(scene.piece)}>
            <Cutout {...{ image, box }} sizes={roomPictureSizes(box)} alt="" eager />
            <span className="measure measure-width" style={variables({ gap: dimensionGap })}>
              <span>{size.width} cm</span>
            </span>
            <span className="measure measure-height" style={variables({ gap: dimensionGap })}>
              <span>{size.height} cm</span>
            </span>
          </div>
        </div>
        <div className="placed with-person" style={placed(scene.person)}>
          <Person />
        </div>
      </div>
    </div>
  );
}

/** A bench of 140 x 45 cm, a seat and two legs. The path is in centimetres. */
function Bench() {
  return (
    <svg viewBox="0 0 140 45" aria-hidden="true">
      <path d="M0 0h140v5H0zM9 5h4v40H9zM127 5h4v40h-4z" />
    </svg>
  );
}

/** The `sizes` of the picture. The piece is at most 50vw wide (40vw on wide screens), and the picture is wider than the piece in it. */
const roomPictureSizes = ({ width }: Box) => `(min-width: 64rem) ${share(40, width)}, ${share(50, width)}`;

const share = (percent: number, width: number) => `${Math.min(200, Math.ceil(percent / width))}vw`;
