import { t } from '@lingui/core/macro';
import { useRef } from 'react';
import type { HomePicture, HomeSettings } from '#contract/home.ts';
import { homeLimits } from '#contract/home-limits.ts';
import { FailureNote } from '../../../ui/note.tsx';
import { ImageList } from '../../listing-form/image-list.tsx';
import { UploadRows } from '../../listing-form/upload-rows.tsx';
import { UploadTile } from '../../listing-form/upload-tile.tsx';
import { useImageUpload } from '../../listing-form/use-image-upload.ts';
import { useFileDrop } from '../../use-file-drop.ts';
import { CountedText } from './counted-text.tsx';

interface AboutFieldsProps {
  draft: HomeSettings;
  errors: Readonly<Record<string, string>>;
  onChange: (changes: Partial<HomeSettings>) => void;
  onChangeWith: (of: (draft: HomeSettings) => Partial<HomeSettings>) => void;
}

/** The fields for the words about the shop and for the pictures beside them. */
export function AboutFields({ draft, errors, onChange, onChangeWith }: AboutFieldsProps) {
  const changePictures = (of: (pictures: readonly HomePicture[]) => HomePicture[]) =>
    onChangeWith(({ aboutPictures }) => ({ aboutPictures: of(aboutPictures) }));
  return (
    <div className="settings-text">
      <CountedText
        label={t`First sentence`}
        field="aboutTitle"
        rows={2}
        value={draft.aboutTitle}
        error={errors.aboutTitle}
        onText={(aboutTitle) => onChange({ aboutTitle })}
      />
      <CountedText
        label={t`Text about`}
        field="aboutText"
        rows={6}
        value={draft.aboutText}
        error={errors.aboutText}
        onText={(aboutText) => onChange({ aboutText })}
      />
      {errors.aboutPictures && <FailureNote>{errors.aboutPictures}</FailureNote>}
      <AboutPictures pictures={draft.aboutPictures} onChange={changePictures} />
    </div>
  );
}

interface AboutPicturesProps {
  pictures: readonly HomePicture[];
  onChange: (of: (pictures: readonly HomePicture[]) => HomePicture[]) => void;
}

function AboutPictures({ pictures, onChange }: AboutPicturesProps) {
  const section = useRef<HTMLElement>(null);
  const most = homeLimits.aboutPictures;
  const room = most - pictures.length;
  const { uploads, upload, retry, cancel } = useImageUpload(
    room,
    (url) =>
      onChange((current) => (current.some((one) => one.url === url) ? [...current] : [...current, { url, alt: '' }])),
    t`At most ${most} pictures`,
  );
  const { isOver, ...dropping } = useFileDrop(upload);
  return (
    <section
      ref={section}
      tabIndex={-1}
      className={`grid w-full gap-2 outline-none ${isOver ? 'dropping' : ''}`}
      aria-label={t`Pictures`}
      {...dropping}
    >
      <p className="font-medium">{t`Pictures`}</p>
      <ImageList images={pictures} previews={noPreviews} onChange={onChange}>
        {room > 0 && <UploadTile onChoose={upload} />}
      </ImageList>
      <UploadRows
        uploads={uploads}
        onRetry={retry}
        onCancel={cancel}
        moveFocus={() => (section.current?.querySelector<HTMLElement>('.drop') ?? section.current)?.focus()}
      />
      <p className="hint">{t`They replace the drawing of a panel. At most ${most}.`}</p>
    </section>
  );
}

const noPreviews: ReadonlyMap<string, string> = new Map();
