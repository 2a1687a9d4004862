import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
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

/** Milliseconds between two requests for the progress of the paper. */
const pollInterval = 700;

/** The button that makes the PDF, its progress, and the download. */
export function MakePaper({ draft }: { draft: PaperDraft }) {
  const [paper, setPaper] = useState<CataloguePaper | null>(null);
  const footer = useRef<HTMLElement>(null);
  const { revalidate } = useRevalidator();
  function show(next: CataloguePaper | null) {
    const hadFocus = footer.current?.contains(document.activeElement) === true;
    flushSync(() => setPaper(next));
    // The button with the focus was removed.
    if (hadFocus && document.activeElement === document.body) footer.current?.focus();
  }
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await call('makeCataloguePaper', { body: orderOf(draft) });
    if (!answer.success) return { message: answer.fields?.listingIds ?? answer.message };
    show(answer.paper);
    return undefined;
  });
  const isMaking = paper !== null && isUnderWay(paper);
  const { length } = draft.pieces;
  return (
    <footer ref={footer} tabIndex={-1} className="grid gap-3 border-t border-line p-5 outline-none">
      {failure && <FailureNote>{failure.message}</FailureNote>}
      <div className="flex flex-wrap items-center gap-3">
        {!isMaking && (
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
            show(next);
            if (next === null || !isUnderWay(next)) void revalidate();
          }}
        />
      )}
    </footer>
  );
}

const isUnderWay = ({ state }: CataloguePaper) => state === 'waiting' || state === 'running';

function hintOf(draft: PaperDraft, count: number): string {
  if (count === 0) return t`At least one piece, at most ${mostPieces}.`;
  if (draft.kind === 'labels') return cutLabelsInWords(draft.size, draft.labelSize);
  return draft.kind === 'catalogue' ? t`Pictures at up to 300 dots per inch.` : '';
}

interface ProgressProps {
  paper: CataloguePaper;
  /** Called with the new state of the paper; null if it was cancelled or deleted. */
  onChange: (paper: CataloguePaper | null) => void;
}

function Progress({ paper, onChange }: ProgressProps) {
  const { id, state } = paper;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again after each answer.
  useEffect(() => {
    if (!isUnderWay(paper)) return;
    let isCancelled = false;
    const timer = setTimeout(async () => {
      const answer = await call('getCataloguePaper', { params: { id }, quiet: true });
      if (isCancelled) return;
      if (answer.success) onChange(answer.paper);
      else if (answer.status === 404) onChange(null);
      // After a failed request, a new object makes the effect ask again.
      else onChange({ ...paper });
    }, pollInterval);
    return () => {
      isCancelled = true;
      clearTimeout(timer);
    };
  }, [paper]);
  const cancel = useSubmission(async () => {
    const answer = await call('removeCataloguePaper', { params: { id } });
    if (!answer.success) return answer;
    onChange(null);
    return undefined;
  });
  if (state === 'failed') return <Note tone="failed">{t`The PDF could not be made. Please try again.`}</Note>;
  if (!isUnderWay(paper))
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

/** The size of a file in words, for example '3.4 MB', '180 kB'. */
export function sizeInWords(bytes: number): string {
  if (bytes >= 1_000_000) {
    const megabytes = (bytes / 1_000_000).toFixed(1);
    return `${language === 'en' ? megabytes : inDigits(Number(megabytes))} MB`;
  }
  return `${Math.max(1, Math.round(bytes / 1_000))} kB`;
}
