import { t } from '@lingui/core/macro';
import type { Image } from '#contract/catalog.ts';
import { Picture } from '../../../ui/picture.tsx';

interface PictureChoiceProps {
  images: readonly Image[];
  chosen: number;
  onChoose: (position: number) => void;
}

/** Chooses which picture of the piece the hero shows. */
export function PictureChoice({ images, chosen, onChoose }: PictureChoiceProps) {
  return (
    <fieldset className="w-full">
      <legend className="mb-2 px-0 font-medium">{t`Picture`}</legend>
      <div className="picture-tiles">
        {images.map((image, position) => (
          <label key={image.url} className="grid cursor-pointer gap-1.5">
            <span className={`picture-tile ${position === chosen ? 'outline-2' : ''}`}>
              <Picture image={image} sizes="8rem" alt="" />
            </span>
            <span className="check">
              <input
                type="radio"
                name="heroPicture"
                checked={position === chosen}
                onChange={() => onChoose(position)}
              />
              {nameOf(position)}
            </span>
          </label>
        ))}
      </div>
      <p className="hint mt-2">{t`A detail fills the screen best. It is the only picture that the shop crops.`}</p>
    </fieldset>
  );
}

function nameOf(position: number): string {
  const number = position + 1;
  return [t`Whole`, t`Detail`][position] ?? t`Picture ${number}`;
}
