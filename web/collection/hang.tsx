import { t } from '@lingui/core/macro';
import { Link } from 'react-router';
import { Cutout } from '../close-look/wall/cutout.tsx';
import type { ShownPiece } from '../close-look/wall/drawn-room.tsx';
import { Person } from '../close-look/wall/person.tsx';
import { placed, variables } from '../close-look/wall/placed.ts';
import { lowerEdgeOf, plinthBelow, sharedWall, sizeWords, stands } from '../close-look/wall/scene.ts';

export interface HungPiece extends ShownPiece {
  makers: string;
}

/** A wall with these pieces from left to right, to the same scale, beside a person. It scrolls sideways. */
export function Hang({ pieces }: { pieces: readonly HungPiece[] }) {
  const wall = sharedWall(pieces.map(({ size }) => size));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it.
    <section className="hang" aria-label={t`The pieces side by side`} tabIndex={0}>
      <ul style={variables({ 'scene-h': wall.height, foot: wall.floor })}>
        <li style={variables({ w: wall.person.width })}>
          <div className="hang-space">
            <div className="placed" style={placed(wall.person)}>
              <Person />
            </div>
          </div>
        </li>
        {pieces.map((piece, index) => (
          <li key={piece.id} style={variables({ w: Math.max(piece.size.width, plinthBelow(piece.size)?.width ?? 0) })}>
            <HungAt piece={piece} isFirst={index === 0} />
            <div className="hang-label">
              <h2 className="name">
                <Link to={`/product/${piece.id}`}>{piece.name}</Link>
              </h2>
              <p className="small muted">{piece.makers}</p>
              <p className="small numeric">{sizeWords(piece.size)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function HungAt({ piece: { image, box, size }, isFirst }: { piece: HungPiece; isFirst: boolean }) {
  const plinth = plinthBelow(size);
  const place = { x: 0, y: lowerEdgeOf(size), width: size.width, height: size.height };
  return (
    <div className="hang-space">
      {plinth && <div className="placed plinth" style={placed(plinth)} />}
      <div className={stands(size) ? 'placed' : 'placed hung'} style={placed(place)}>
        <Cutout {...{ image, box }} sizes="(min-width: 48rem) 25vw, 60vw" alt="" eager={isFirst} />
      </div>
    </div>
  );
}
