import { t } from '@lingui/core/macro';
import { type PointerEvent, useRef, useState } from 'react';
import type { Image } from '#contract/catalog.ts';
import type { Box } from '#contract/close-look.ts';
import { Picture, pictureBox } from '../../../ui/picture.tsx';
import { boxBetween, type Point } from './box-geometry.ts';
import { BoxOnPicture, boxStyle } from './box-on-picture.tsx';
import type { CloseLookDraft, DraftDetail } from './close-look-draft.ts';

/** What is chosen: the box of the piece, the detail with this key, or nothing. */
export type Chosen = 'piece' | number | null;

interface PictureStageProps {
  image: Image;
  draft: CloseLookDraft;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  onPiece: (box: Box) => void;
  onDetail: (detail: DraftDetail) => void;
  /** Called with a box that was drawn on the picture. Null once there are as many details as there may be. */
  onDraw: ((box: Box) => void) | null;
}

/** The picture with the box of the piece and those of the details. Dragging where no box is draws one. */
export function PictureStage({ image, draft, chosen, onChoose, onPiece, onDetail, onDraw }: PictureStageProps) {
  const frame = useRef<HTMLDivElement>(null);
  const drawing = useDrawing(placeOf, onDraw);

  function placeOf({ clientX, clientY }: PointerEvent): Point | null {
    const box = frame.current?.getBoundingClientRect();
    if (!box || box.width === 0 || box.height === 0) return null;
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
  }

  return (
    <div className="stage-frame" style={pictureBox(image)}>
      <div ref={frame} className="stage" {...drawing.events}>
        <Picture image={image} sizes="(min-width: 64rem) 60vw, 100vw" alt={image.alt} className="pointer-events-none" />
        {draft.box && (
          <BoxOnPicture
            box={draft.box}
            name={t`The piece`}
            number={null}
            isChosen={chosen === 'piece'}
            onChoose={() => onChoose('piece')}
            onChange={onPiece}
            placeOf={placeOf}
          />
        )}
        {draft.details.map((detail, position) => (
          <BoxOnPicture
            key={detail.key}
            box={detail.box}
            name={nameOf(position + 1, detail.name.trim())}
            number={position + 1}
            isChosen={chosen === detail.key}
            onChoose={() => onChoose(detail.key)}
            onChange={(box) => onDetail({ ...detail, box })}
            placeOf={placeOf}
          />
        ))}
        {drawing.box && <div className="box-on box-drawn" style={boxStyle(drawing.box)} />}
      </div>
    </div>
  );
}

const nameOf = (number: number, name: string) => (name ? t`Detail ${number}, ${name}` : t`Detail ${number}`);

/** Draws a new box with a mouse or a pen. A finger draws none, because it scrolls the page. */
function useDrawing(placeOf: (event: PointerEvent) => Point | null, onDraw: ((box: Box) => void) | null) {
  const [corners, setCorners] = useState<{ from: Point; to: Point } | null>(null);
  const box = corners && boxBetween(corners.from, corners.to);
  const events = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const place = placeOf(event);
      if (!onDraw || !place || event.pointerType === 'touch' || event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      setCorners({ from: place, to: place });
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const to = placeOf(event);
      if (to) setCorners((current) => current && { ...current, to });
    },
    onPointerUp: () => {
      setCorners(null);
      if (box) onDraw?.(box);
    },
    onPointerCancel: () => setCorners(null),
  };
  return { box, events };
}
