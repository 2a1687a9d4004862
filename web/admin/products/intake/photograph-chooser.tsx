import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { durations, limits } from '#contract/limits.ts';
import { inDigits } from '../../../language/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import { PanelIcon } from '../../panel-icon.tsx';
import { useFileDrop } from '../../use-file-drop.ts';
import { filesOfDrop, filesOfInput } from './chosen-files.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { IntakeUpload } from './use-intake-upload.ts';

const shownNumbers = {
  photographs: inDigits(limits.intakePictures),
  megabytes: limits.picture / 1_048_576,
  days: durations.intake / (24 * 60 * 60_000),
};

/** Lets staff choose a folder or files, by click or drop, and shows the progress of the upload. */
export function PhotographChooser({ upload }: { upload: IntakeUpload }) {
  const { photographs, megabytes, days } = shownNumbers;
  const folder = useRef<HTMLInputElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const { isOver, ...dropping } = useFileDrop((_, transfer) => void filesOfDrop(transfer).then(upload.choose));
  const choose = ({ target }: { target: HTMLInputElement }) => {
    upload.choose(filesOfInput(target.files ?? []));
    // Reset, so that the same folder can be chosen again.
    target.value = '';
  };
  return (
    <section className={isOver ? 'panel dropping' : 'panel'} aria-label={t`Bring in`} {...dropping}>
      <div className="grid gap-3 p-5">
        <button type="button" className="drop" onClick={() => folder.current?.click()}>
          <PanelIcon name="upload" />
          <span>
            <Trans>
              <b className="font-medium text-ink">Choose a folder</b> or drop it here
            </Trans>
          </span>
          <span className="subtle">
            {t`Up to ${photographs} photographs, JPG, PNG, WebP, AVIF, HEIC or TIFF, ${megabytes} MB each.`}
            <br />
            {t`Names like carp_1.jpg, carp_2.jpg become one piece. Otherwise the time of the photograph decides.`}
          </span>
        </button>
        <input
          ref={folder}
          type="file"
          hidden
          aria-label={t`Folder of photographs`}
          onChange={choose}
          {...folderInput}
        />
        <input
          ref={files}
          type="file"
          hidden
          multiple
          accept="image/*,.heic,.heif,.tif,.tiff"
          aria-label={t`Photographs`}
          onChange={choose}
        />
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <Button variant="text" small onClick={() => files.current?.click()}>
            {t`Choose single files`}
          </Button>
          <span className="subtle">
            <Trans>
              You can close this page. What has arrived is kept for {days} days, and the rest goes on when you choose
              the folder again.
            </Trans>
          </span>
        </div>
        <UploadProgress upload={upload} />
      </div>
    </section>
  );
}

// React has no type for this attribute.
const folderInput: Record<string, string> = { webkitdirectory: '' };
