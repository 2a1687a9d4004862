import { t } from '@lingui/core/macro';
import { type CSSProperties, type RefObject, useState } from 'react';
import { Cutout } from './cutout.tsx';
import type { ShownPiece } from './drawn-room.tsx';
import { Movable } from './movable.tsx';
import { type Point, pixelsPerCm, rectangleAround, type Size } from './photo-geometry.ts';
import type { PhotoWall, Shot } from './use-photo-wall.ts';

interface PhotoStageProps {
  piece: ShownPiece;
  shot: Shot;
  wall: PhotoWall;
  /** The element with the photo and the picture of the piece, which are saved from it. */
  frame: RefObject<HTMLDivElement | null>;
}

type Part = 'end-0' | 'end-1' | 'piece';

/** The visitor's photo with the line over something measured, and the piece at its true size (docs/behaviour/close-look.md, 45 to 48). */
export function PhotoStage({ piece, shot, wall, frame }: PhotoStageProps) {
  const { photo, line, middle } = shot;
  const { name } = piece;
  /** The part that was moved last, whose place is announced. */
  const [moved, setMoved] = useState<Part | null>(null);
  const [active, setActive] = useState<0 | 1 | null>(null);
  const inPhoto = (move: (by: Point) => void, part: Part) => (by: Point) => {
    const factor = photo.width / (frame.current?.clientWidth || photo.width);
    move({ x: by.x * factor, y: by.y * factor });
    setMoved(part);
  };
  const rectangle = rectangleAround(middle, piece.size, pixelsPerCm(line, wall.cm));
  const end = (index: 0 | 1) => (
    <Movable
      className="line-end"
      style={pointIn(photo, line[index])}
      aria-label={
        index === 0
          ? t`One end of the line. Drag it, or move it with the arrow keys`
          : t`Other end of the line. Drag it, or move it with the arrow keys`
      }
      onMoved={inPhoto((by) => wall.moveEnd(index, by), `end-${index}`)}
      onFocus={() => setActive(index)}
      onBlur={() => setActive(null)}
    />
  );
  return (
    <div className="photo">
      <div ref={frame} className="photo-frame" style={frameOf(photo)}>
        <img className="photo-own" src={photo.address} alt={t`Your wall`} />
        <div className="photo-clip">
          <Movable
            className="photo-piece"
            style={rectangleIn(photo, rectangle)}
            aria-label={t`${name}. Drag it, or move it with the arrow keys`}
            onMoved={inPhoto(wall.movePiece, 'piece')}
          >
            <Cutout {...piece} sizes="100vw" alt="" eager />
          </Movable>
        </div>
        <DrawnLine {...{ photo, line }} />
        {end(0)}
        {end(1)}
        {active !== null && <Loupe photo={photo} at={line[active]} />}
      </div>
      <p className="visually-hidden" role="status">
        {moved && placeWords(moved, shot, name)}
      </p>
    </div>
  );
}

function DrawnLine({ photo, line: [one, other] }: Pick<Shot, 'photo' | 'line'>) {
  const path = `M${one.x} ${one.y}L${other.x} ${other.y}`;
  return (
    <svg className="line" viewBox={`0 0 ${photo.width} ${photo.height}`} aria-hidden="true">
      <path d={path} vectorEffect="non-scaling-stroke" />
      <path d={path} vectorEffect="non-scaling-stroke" className="line-inner" />
    </svg>
  );
}

/** Shows what is around `at`, which a finger may cover: a twelfth of the photo's width, on phones about three times as large. */
function Loupe({ photo, at }: { photo: Shot['photo']; at: Point }) {
  const side = photo.width / 12;
  return (
    <svg
      className={at.x < photo.width / 2 && at.y < photo.height / 2 ? 'loupe loupe-right' : 'loupe'}
      viewBox={`${at.x - side / 2} ${at.y - side / 2} ${side} ${side}`}
      aria-hidden="true"
    >
      <image href={photo.address} width={photo.width} height={photo.height} />
      <path
        d={`M${at.x - side} ${at.y}h${side * 2}M${at.x} ${at.y - side}v${side * 2}`}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

const percent = (part: number, whole: number) => `${Math.round((part / whole) * 100_000) / 1_000}%`;

const frameOf = ({ width, height }: Size) => ({ '--photo-w': width, '--photo-h': height }) as CSSProperties;

const pointIn = (photo: Size, { x, y }: Point): CSSProperties => ({
  left: percent(x, photo.width),
  top: percent(y, photo.height),
});

const rectangleIn = (photo: Size, { x, y, width, height }: Point & Size): CSSProperties => ({
  ...pointIn(photo, { x, y }),
  width: percent(width, photo.width),
  height: percent(height, photo.height),
});

function placeWords(part: Part, { photo, line, middle }: Shot, name: string): string {
  const places = { 'end-0': line[0], 'end-1': line[1], piece: middle };
  const share = (value: number, whole: number) => `${Math.round((value / whole) * 1_000) / 10} %`;
  const { x, y } = places[part];
  const [left, top] = [share(x, photo.width), share(y, photo.height)];
  if (part === 'piece') return t`The middle of ${name}: ${left} from the left, ${top} from the top.`;
  return part === 'end-0'
    ? t`One end: ${left} from the left, ${top} from the top.`
    : t`Other end: ${left} from the left, ${top} from the top.`;
}
