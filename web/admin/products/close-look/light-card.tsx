import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { KeptLight } from '#contract/lights.ts';
import { Button } from '../../../ui/button.tsx';
import { Note } from '../../../ui/note.tsx';
import { Picture, pictureBox } from '../../../ui/picture.tsx';
import { DirectionDial } from './direction-dial.tsx';
import { type Direction, directionInWords } from './light-directions.ts';

interface LightCardProps {
  light: KeptLight;
  /** The number of the photograph, from 1. */
  number: number;
  /** Whether the file name said no direction and nobody has set it yet. */
  isGuessed: boolean;
  onCorrect: (direction: Direction) => void;
  onRemove: () => void;
}

/** A photograph with the direction of its light, and a dial that sets it. */
export function LightCard({ light, number, isGuessed, onCorrect, onRemove }: LightCardProps) {
  return (
    <li>
      <div className="light-card">
        <LightPicture light={light} number={number} />
        <DirectionDial direction={light} number={number} onChange={onCorrect} />
      </div>
      <p className="wrap-anywhere">
        <b className="font-medium">{light.fileName}</b>, {directionInWords(light)}
      </p>
      {isGuessed && (
        <Note tone="info">
          {t`The file name says no direction, so this one is guessed. Please set where the lamp stood.`}
        </Note>
      )}
      <p className="subtle">{movedInWords(light.moved)}</p>
      <div>
        <Button variant="text" small onClick={onRemove}>
          <Trans>
            Remove<span className="visually-hidden"> photograph {number}</span>
          </Trans>
        </Button>
      </div>
    </li>
  );
}

/** A photograph with its number. */
export function LightPicture({ light, number }: Pick<LightCardProps, 'light' | 'number'>) {
  return (
    <div className="light-picture" style={pictureBox(light.image)}>
      <Picture image={light.image} sizes="(min-width: 40rem) 10rem, 45vw" alt={t`Photograph ${number}`} />
      <span className="detail-number" aria-hidden="true">
        {number}
      </span>
    </div>
  );
}

/** How the shop has moved, turned and scaled a photograph. `moved` says how the photograph differed from the picture. */
function movedInWords({ distance, rotation, scale }: KeptLight['moved']): string {
  const [moved, turned, resized] = [distance, rotation, Math.abs(scale)].map((value) => Number(value.toFixed(1)));
  const parts = [
    moved && t`moved it by ${moved}% of the width`,
    turned && t`turned it by ${turned}°`,
    resized && (scale > 0 ? t`made it ${resized}% smaller` : t`made it ${resized}% larger`),
  ].filter(Boolean);
  const changes = parts.join(', ');
  return changes ? t`To lay it over the picture, the shop ${changes}.` : t`It lies over the picture as it was taken.`;
}
