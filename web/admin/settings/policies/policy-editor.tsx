import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { limits } from '#contract/limits.ts';
import { type PolicyName, policyAddress, policyTitles } from '#contract/policies.ts';
import type { RichText as RichTextBlocks } from '#contract/rich-text.ts';
import { call } from '../../../api.ts';
import { RichText } from '../../../policies/rich-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';

interface PolicyEditorProps {
  name: PolicyName;
  text: string;
  /** A text to begin with, offered while there is none. */
  firstText: string;
  /** Whether a text is saved, so that it has a page. */
  isPublic: boolean;
  error: string | undefined;
  onChange: (text: string) => void;
}

/** The field of one text with its preview. The server makes the preview with the same code as the public page. */
export function PolicyEditor({ name, text, firstText, isPublic, error, onChange }: PolicyEditorProps) {
  const { content, isBusy, failure, submit } = usePreview(text);
  const field = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const title = policyTitles[name];
  function writeFirstText() {
    onChange(firstText);
    // The button is removed.
    field.current?.querySelector('textarea')?.focus();
  }
  return (
    <section className="panel" aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{title}</h2>
        {isPublic && <PageLink name={name} />}
      </header>
      <div className="settings-text" ref={field}>
        <TextArea
          label={t`Text of ${title}`}
          name={name}
          rows={text === '' ? 4 : 14}
          maxLength={limits.longText}
          value={text}
          error={error}
          onChange={(event) => onChange(event.target.value)}
        />
        {text.trim() === '' ? (
          <Button variant="line" onClick={writeFirstText}>
            <Trans>
              Write a first text<span className="visually-hidden"> for {title}</span>
            </Trans>
          </Button>
        ) : (
          <Button variant="line" onClick={submit} busy={isBusy} busyLabel={t`Loading...`}>
            <Trans>
              Preview<span className="visually-hidden"> of {title}</span>
            </Trans>
          </Button>
        )}
        {failure && <FailureNote>{failure.message}</FailureNote>}
        <Preview title={title} content={content} />
      </div>
    </section>
  );
}

/** Loads the preview of a text. `content` is null until it is asked for, and after the text has changed. */
function usePreview(text: string) {
  const [preview, setPreview] = useState<{ text: string; content: RichTextBlocks } | null>(null);
  const submission = useSubmission(async () => {
    const answer = await call('previewPolicy', { body: { text } });
    if (!answer.success) return adminFailure(t`Failed to show the preview`, answer);
    setPreview({ text, content: answer.content });
    return undefined;
  });
  return { ...submission, content: preview?.text === text && text !== '' ? preview.content : null };
}

function PageLink({ name }: { name: PolicyName }) {
  const title = policyTitles[name];
  return (
    <Link to={policyAddress(name)} target="_blank" rel="noreferrer" aria-label={t`Open the page ${title} in a new tab`}>
      {policyAddress(name)}
    </Link>
  );
}

/** The preview of a text. Screen readers announce it when it appears. */
function Preview({ title, content }: { title: string; content: RichTextBlocks | null }) {
  return (
    <>
      <div role="status" className="visually-hidden">
        {content ? t`Preview of ${title} below` : ''}
      </div>
      {content && (
        <section className="settings-preview" aria-label={t`Preview of ${title}`}>
          <RichText blocks={content} />
        </section>
      )}
    </>
  );
}
