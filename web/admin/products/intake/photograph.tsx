import { type KeyboardEvent, memo } from 'react';
import type { IntakePicture } from '#contract/intake.ts';
import { Icon } from '../../../ui/icon.tsx';

/** Pass the same functions in every rendering: `Photograph` is memoized. */
export interface PhotographEvents {
  onClick: (pictureId: string, withShift: boolean) => void;
  onKey: (event: KeyboardEvent, pictureId: string) => void;
  onFocus: (pictureId: string) => void;
  onDrag: (transfer: DataTransfer, pictureId: string) => void;
}

interface PhotographProps extends PhotographEvents {
  picture: IntakePicture;
  /** What screen readers call it: the name of the file and the number of the piece. */
  label: string;
  isChosen: boolean;
  isTabStop: boolean;
}

/** A photograph that can be chosen and dragged. */
export const Photograph = memo(function Photograph(props: PhotographProps) {
  const { picture, label, isChosen, isTabStop, onClick, onKey, onFocus, onDrag } = props;
  const { id, fileName, thumbnail, placeholder } = picture;
  return (
    <li className="intake-picture">
      <button
        type="button"
        aria-pressed={isChosen}
        aria-label={label}
        data-picture={id}
        tabIndex={isTabStop ? 0 : -1}
        draggable
        onDragStart={({ dataTransfer }) => onDrag(dataTransfer, id)}
        onClick={({ shiftKey }) => onClick(id, shiftKey)}
        onKeyDown={(event) => onKey(event, id)}
        onFocus={() => onFocus(id)}
      >
        <Thumbnail thumbnail={thumbnail} placeholder={placeholder} />
      </button>
      {isChosen && (
        <span className="tick">
          <Icon name="done" small />
        </span>
      )}
      <small title={fileName}>{fileName}</small>
    </li>
  );
});

/** Shows the small variant of a photograph. Until the server has made it, shows a colour: the original would take too much memory. */
export function Thumbnail({ thumbnail, placeholder }: Pick<IntakePicture, 'thumbnail' | 'placeholder'>) {
  if (thumbnail === null)
    return (
      <svg viewBox="0 0 4 5" preserveAspectRatio="none" aria-hidden="true">
        <rect width="4" height="5" fill={placeholder} />
      </svg>
    );
  return <img src={thumbnail} alt="" width={84} height={104} loading="lazy" decoding="async" draggable={false} />;
}
