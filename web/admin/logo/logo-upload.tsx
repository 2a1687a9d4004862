import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { startTransition, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { failures } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { LogoGround } from '#contract/media.ts';
import { call } from '../../api.ts';
import { Note } from '../../ui/note.tsx';
import { failureText } from '../admin-failure.ts';
import { PanelIcon } from '../panel-icon.tsx';
import { uploadWithProgress } from '../upload-with-progress.ts';
import { useFileDrop } from '../use-file-drop.ts';

interface Outcome {
  succeeded: boolean;
  text: string;
}

const words: Readonly<Record<LogoGround, { title: string; label: string; hint: string }>> = {
  light: {
    title: t`Upload a logo`,
    label: t`Logo`,
    hint: t`Shown on dark ground as well, unless there is another for it.`,
  },
  dark: {
    title: t`Upload a logo for dark ground`,
    label: t`Logo for dark ground`,
    hint: t`In the dark theme, the menu and the footer.`,
  },
};

/** Uploads a logo. The header shows it as soon as the upload has succeeded. */
export function LogoUpload({ ground }: { ground: LogoGround }) {
  const { title, label, hint } = words[ground];
  const { progress, outcome, attempt, upload } = useLogoUpload(ground);
  const input = useRef<HTMLInputElement>(null);
  const { isOver, ...dropping } = useFileDrop((files) => void upload(files[0]));
  const isBusy = progress !== null;
  return (
    <section className={isOver ? 'panel dropping' : 'panel'} {...dropping} aria-label={title}>
      <h2>{title}</h2>
      <div className="grid gap-4 p-5">
        <button
          type="button"
          className="drop logo-drop"
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && input.current?.click()}
        >
          <PanelIcon name="upload" />
          <span>
            <Trans>
              <b className="font-medium text-ink">Choose a file</b> or drop it here
            </Trans>
          </span>
          <span className="subtle">{t`PNG, JPG or SVG, under 5MB`}</span>
          <span className="subtle">{hint}</span>
        </button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={label}
          accept="image/png,image/jpeg,image/svg+xml"
          onChange={(event) => {
            void upload(event.target.files?.[0]);
            // Reset, so that the same file can be chosen again.
            event.target.value = '';
          }}
        />
        {progress !== null && (
          <progress className="progress" value={progress} max={1} aria-label={t`Uploading the logo`} />
        )}
        {/* A new key for each attempt, so that the same failure is announced again. */}
        {outcome && (
          <Note key={attempt} tone={outcome.succeeded ? 'done' : 'failed'}>
            {outcome.text}
          </Note>
        )}
      </div>
    </section>
  );
}

function useLogoUpload(ground: LogoGround) {
  const [progress, setProgress] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { revalidate } = useRevalidator();

  async function upload(file: File | undefined) {
    if (!file || progress !== null) return;
    setAttempt((count) => count + 1);
    const problem = problemOf(file);
    setOutcome(problem === null ? null : { succeeded: false, text: problem });
    if (problem !== null) return;
    setProgress(0);
    const form = new FormData();
    form.append('logo', file);
    const answer = await call('uploadLogo', { form, query: { ground }, transport: uploadWithProgress(setProgress) });
    if (answer.success) await revalidate();
    // The outcome appears together with the reloaded data, not earlier.
    startTransition(() => {
      setProgress(null);
      setOutcome(
        answer.success
          ? { succeeded: true, text: answer.message }
          : { succeeded: false, text: failureText(t`Failed to upload logo`, answer) },
      );
    });
  }
  return { progress, outcome, attempt, upload };
}

/** Why the server would refuse the file, found before the upload; null if nothing is wrong with its type and size. */
function problemOf(file: File): string | null {
  if (!file.type.startsWith('image/')) return failures.logoNotAnImage[1];
  return file.size >= limits.logo ? failures.logoTooLarge[1] : null;
}
