import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { mostPieces, paperFilename } from '#contract/catalogue-lines.ts';
import type { CataloguePaper } from '#contract/catalogue-papers.ts';
import { saveFile } from '../../../account/save-file.ts';
import { call, callForFile } from '../../../api.ts';
import { language } from '../../../language/language.ts';
import { inDigits } from '../../../language/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureNote, Note } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { cutLabelsInWords } from './paper-choices.tsx';
import { orderOf, type PaperDraft } from './paper-draft.ts';

/** Milliseconds between two questions how far the paper is. */
const askEvery = 700;

/** Makes the PDF, says how far it is, and offers it for download. */
export function MakePaper({ draft }: { draft: PaperDraft }) {
  const [paper, setPaper] = useState<CataloguePaper | null>(null);
  const { revalidate } = useRevalidator();
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('makeCataloguePaper', { body: orderOf(draft) });
    if (!answer.success) return { message: answer.fields?.listingIds ?? answer.message };
    setPaper(answer.paper);
    return undefined;
  });
  const isUnderWay = paper?.state === 'waiting' || paper?.state === 'running';
  const { length } = draft.pieces;
  return (
    <footer className="grid gap-3 border-t border-line p-5">
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <div className="flex flex-wrap items-center gap-3">
        {!isUnderWay && (
          <Button busy={isBusy} busyLabel={t`Starting...`} onClick={submit}>
            <Icon name="download" small />
            {t`Make the PDF`}
          </Button>
        )}
        {!paper && <span className="subtle">{hintOf(draft, length)}</span>}
      </div>
      {paper && (
        <Progress
          key={paper.id}
          paper={paper}
          onChange={(next) => {
            setPaper(next);
            if (next?.state !== 'running') void revalidate();
          }}
        />
      )}
    </footer>
  );
}

function hintOf(draft: PaperDraft, count: number): string {
  if (count === 0) return t`At least one piece, at most ${mostPieces}.`;
  if (draft.kind === 'labels') return cutLabelsInWords(draft.size, draft.labelSize);
  return draft.kind === 'catalogue' ? t`Pictures at up to 300 dots per inch.` : '';
}

interface ProgressProps {
  paper: CataloguePaper;
  /** Null: it was cancelled, or deleted meanwhile. */
  onChange: (paper: CataloguePaper | null) => void;
}

function Progress({ paper, onChange }: ProgressProps) {
  const { id, state } = paper;
  const isUnderWay = state === 'waiting' || state === 'running';
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again after each answer.
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(async () => {
      const answer = await call('getCataloguePaper', { params: { id }, quiet: true });
      if (answer.success) onChange(answer.paper);
      else if (answer.status === 404) onChange(null);
      // Without a network the next question is asked all the same.
      else onChange({ ...paper });
    }, askEvery);
    return () => clearTimeout(timer);
  }, [paper]);
  const cancel = useSubmission(async () => {
    const answer = await call('removeCataloguePaper', { params: { id } });
    if (!answer.success) return answer;
    onChange(null);
    return undefined;
  });
  if (state === 'failed') return <Note tone="failed">{t`The PDF could not be made. Please try again.`}</Note>;
  if (!isUnderWay)
    return (
      <Note tone="done">
        <div className="grid gap-2">
          <p>{madeInWords(paper)}</p>
          {paper.leftOut.map((words) => (
            <p key={words}>{words}</p>
          ))}
          <DownloadPaper paper={paper} />
        </div>
      </Note>
    );
  return (
    <div className="grid gap-2">
      <progress className="w-full" aria-label={t`Pieces drawn`} value={paper.drawn} max={Math.max(1, paper.pieces)} />
      <p role="status">{state === 'waiting' ? t`Waits for another paper to be done.` : drawnInWords(paper)}</p>
      {cancel.failure && <FailureNote>{cancel.failure.message}</FailureNote>}
      <div>
        <Button variant="line" small busy={cancel.isBusy} onClick={cancel.submit}>
          {t`Cancel`}
        </Button>
      </div>
    </div>
  );
}

function madeInWords({ pages, size }: CataloguePaper): string {
  const fileSize = sizeInWords(size);
  return plural(pages, { one: `Made: # page, ${fileSize}.`, other: `Made: # pages, ${fileSize}.` });
}

export const drawnInWords = ({ drawn, pieces }: CataloguePaper) => t`${drawn} of ${pieces} pieces`;

/** The button that downloads a paper that is done. */
export function DownloadPaper({ paper }: { paper: CataloguePaper }) {
  const { title } = paper;
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await callForFile('downloadCataloguePaper', { params: { id: paper.id } });
    if (!answer.success) return answer;
    saveFile(answer.file, paperFilename(paper.kind, paper.createdAt.slice(0, 10)));
    return undefined;
  });
  return (
    <div>
      <Button variant="line" small busy={isBusy} onClick={submit}>
        <Trans>
          Download<span className="visually-hidden"> {title}</span>
        </Trans>
      </Button>
      {failure && <FailureNote>{failure.message}</FailureNote>}
    </div>
  );
}

/** For example '3.4 MB', '180 kB'. */
export function sizeInWords(bytes: number): string {
  if (bytes >= 1_000_000) {
    const megabytes = (bytes / 1_000_000).toFixed(1);
    return `${language === 'en' ? megabytes : inDigits(Number(megabytes))} MB`;
  }
  return `${Math.max(1, Math.round(bytes / 1_000))} kB`;
}
