import { t } from '@lingui/core/macro';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { type DraftImage, isImageUrl } from './draft-image.ts';

interface ImageUrlFieldProps {
  images: readonly DraftImage[];
  onAdd: (url: string) => void;
}

/** Adds an image by its URL. The shop stores only the URL and never fetches it. */
export function ImageUrlField({ images, onAdd }: ImageUrlFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();

  function add() {
    const url = address.trim();
    const found = problemOf(url, images);
    setProblem(found);
    if (!found) {
      onAdd(url);
      setAddress('');
    }
    input.current?.focus();
  }

  return (
    <div className="flex items-start gap-2">
      <TextField
        ref={input}
        label={<span className="visually-hidden">{t`Online image URL`}</span>}
        fieldClass="flex-1 gap-0!"
        type="url"
        placeholder={t`Online image URL`}
        value={address}
        error={problem}
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // Enter adds the image instead of submitting the form.
          event.preventDefault();
          add();
        }}
      />
      <Button variant="line" className="whitespace-nowrap" onClick={add}>
        {t`Add URL`}
      </Button>
    </div>
  );
}

function problemOf(url: string, images: readonly DraftImage[]): string | undefined {
  if (!isImageUrl(url)) return t`Please enter a valid image URL`;
  return images.some((image) => image.url === url) ? t`This picture is there already` : undefined;
}
