import { t } from '@lingui/core/macro';
import type { Image } from '#contract/catalog.ts';
import { pictureKindWords } from '#contract/picture-kinds.ts';
import { Picture } from '../../../ui/picture.tsx';

interface PictureChoiceProps {
  images: readonly Image[];
  /** The address of the chosen picture. It is not among `images` if that picture has left the listing. */
  chosen: string;
  error: string | undefined;
  onChoose: (url: string) => void;
}

/** The choice of the picture of the piece that is looked at. */
export function PictureChoice({ images, chosen, error, onChoose }: PictureChoiceProps) {
  return (
    <fieldset aria-describedby={error && 'picture-error'}>
      <legend className="mb-2 px-0 font-medium">{t`Picture that is looked at`}</legend>
      <div className="picture-tiles">
        {images.map((image, position) => (
          <label key={image.url} className="grid cursor-pointer gap-1.5">
            <span className={`picture-tile ${image.url === chosen ? 'outline-2' : ''}`}>
              <Picture image={image} sizes="8rem" alt="" />
            </span>
            <span className="check">
              <input
                type="radio"
                name="picture"
                checked={image.url === chosen}
                aria-invalid={error ? true : undefined}
                onChange={() => onChoose(image.url)}
              />
              {image.kind ? pictureKindWords[image.kind] : pictureWords(position + 1)}
            </span>
          </label>
        ))}
      </div>
      {error && (
        <p className="error" id="picture-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}

const pictureWords = (picture: number) => t`Picture ${picture}`;
