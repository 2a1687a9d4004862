import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useRef } from 'react';
import { PanelIcon } from '../panel-icon.tsx';

interface UploadTileProps {
  onChoose: (files: File[]) => void;
  /** Whether only one picture can be chosen. */
  single?: boolean;
}

/** The button that opens the file chooser for pictures to upload; the last tile of an `ImageList`. */
export function UploadTile({ onChoose, single = false }: UploadTileProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <li>
      <button type="button" className="drop picture-drop" onClick={() => input.current?.click()}>
        <PanelIcon name="upload" />
        <span>
          {single ? (
            t`Choose a picture`
          ) : (
            <Trans>
              Upload
              <br />
              images
            </Trans>
          )}
        </span>
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple={!single}
        accept="image/png,image/jpeg,image/webp,image/avif,image/heic,image/heif,image/tiff,.heic,.heif,.tif,.tiff"
        aria-label={single ? t`Choose a picture` : t`Upload images`}
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])]);
          // Reset, so that the same file can be chosen again.
          event.target.value = '';
        }}
      />
    </li>
  );
}
