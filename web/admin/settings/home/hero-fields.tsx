import { t } from '@lingui/core/macro';
import type { Listing } from '#contract/catalog.ts';
import type { HomeSettings } from '#contract/home.ts';
import { limits } from '#contract/limits.ts';
import { Select } from '../../../ui/field.tsx';
import { CountedText } from './counted-text.tsx';
import { FocusPoint } from './focus-point.tsx';
import { PictureChoice } from './picture-choice.tsx';

interface HeroFieldsProps {
  draft: HomeSettings;
  pieces: readonly Listing[];
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<HomeSettings>) => void;
}

/** The fields for the piece, which of its pictures is shown, the point of it that stays in sight, and the words beside it. */
export function HeroFields({ draft, pieces, errors, onChange }: HeroFieldsProps) {
  const { heroListingId, heroPicture, heroFocusX, heroFocusY, headline, text } = draft;
  const listing = pieces.find(({ id }) => id === heroListingId);
  const images = listing?.imageSet ?? [];
  // If the piece has no such picture, the same one as on the home page.
  const shown = [heroPicture, 1, 0].find((position) => images[position]) ?? 0;
  const image = images[shown];
  return (
    <div className="settings-text">
      <PieceField draft={draft} pieces={pieces} errors={errors} onChange={onChange} />
      {image && (
        <>
          <PictureChoice
            images={images}
            chosen={shown}
            onChoose={(position) => onChange({ heroPicture: position, heroFocusX: 50, heroFocusY: 50 })}
          />
          <FocusPoint
            key={image.url}
            image={image}
            point={{ x: heroFocusX, y: heroFocusY }}
            onMove={({ x, y }) => onChange({ heroFocusX: x, heroFocusY: y })}
          />
        </>
      )}
      <CountedText
        label={t`Headline`}
        field="headline"
        value={headline}
        error={errors.headline}
        onText={(words) => onChange({ headline: words })}
      />
      <CountedText
        label={t`Text`}
        field="text"
        rows={3}
        value={text}
        error={errors.text}
        onText={(words) => onChange({ text: words })}
      />
    </div>
  );
}

function PieceField({ draft: { heroListingId }, pieces, errors, onChange }: HeroFieldsProps) {
  const isGone = heroListingId !== '' && !pieces.some(({ id }) => id === heroListingId);
  return (
    <Select
      label={t`Piece`}
      name="heroListingId"
      small
      value={heroListingId}
      error={errors.heroListingId}
      hint={hintOf(pieces.length)}
      onChange={({ target }) =>
        onChange({ heroListingId: target.value, heroPicture: 1, heroFocusX: 50, heroFocusY: 50 })
      }
    >
      <option value="">{t`The newest that can be bought`}</option>
      {isGone && <option value={heroListingId}>{t`A piece that is gone`}</option>}
      {pieces.map(({ id, name, sold }) => (
        <option key={id} value={id}>
          {sold ? t`${name} (sold)` : name}
        </option>
      ))}
    </Select>
  );
}

function hintOf(count: number): string {
  const most = limits.pageSize;
  const words = t`If a piece that you choose is sold, it stays here with its red dot until you choose another.`;
  return count >= most ? `${words} ${t`The list has the newest ${most} pieces.`}` : words;
}
