import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { mostPieces, paperFilename } from '#contract/catalogue-lines.ts';
import type { CataloguePaper } from '#contract/catalogue-papers.ts';
import { saveFile } from '../../../account/save-file.ts';
import { call, callForFile } from '../../../api.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureNote, Note } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { labelInWords } from './paper-choices.tsx';
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
          <Button busy={isBusy} busyLabel="Starting..." onClick={submit}>
            <Icon name="download" small />
            Make the PDF
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
  if (count === 0) return `At least one piece, at most ${mostPieces}.`;
  if (draft.kind === 'labels') return `${labelInWords(draft.size, draft.labelSize)}, with lines to cut along.`;
  return draft.kind === 'catalogue' ? 'Pictures at up to 300 dots per inch.' : '';
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
  if (state === 'failed') return <Note tone="failed">The PDF could not be made. Please try again.</Note>;
  if (!isUnderWay)
    return (
      <Note tone="done">
        <div className="grid gap-2">
          <p>
            Made: {paper.pages} {paper.pages === 1 ? 'page' : 'pages'}, {sizeInWords(paper.size)}.
          </p>
          {paper.leftOut.map((words) => (
            <p key={words}>{words}</p>
          ))}
          <DownloadPaper paper={paper} />
        </div>
      </Note>
    );
  return (
    <div className="grid gap-2">
      <progress className="w-full" aria-label="Pieces drawn" value={paper.drawn} max={Math.max(1, paper.pieces)} />
      <p role="status">
        {state === 'waiting' ? 'Waits for another paper to be done.' : `${paper.drawn} of ${paper.pieces} pieces`}
      </p>
      {cancel.failure && <FailureNote>{cancel.failure.message}</FailureNote>}
      <div>
        <Button variant="line" small busy={cancel.isBusy} onClick={cancel.submit}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** The button that downloads a paper that is done. */
export function DownloadPaper({ paper }: { paper: CataloguePaper }) {
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await callForFile('downloadCataloguePaper', { params: { id: paper.id } });
    if (!answer.success) return answer;
    saveFile(answer.file, paperFilename(paper.kind, paper.createdAt.slice(0, 10)));
    return undefined;
  });
  return (
    <div>
      <Button variant="line" small busy={isBusy} onClick={submit}>
        Download<span className="visually-hidden"> {paper.title}</span>
      </Button>
      {failure && <FailureNote>{failure.message}</FailureNote>}
    </div>
  );
}

/** For example '3.4 MB', '180 kB'. */
export function sizeInWords(bytes: number): string {
  if (bytes >= 1_000_000) return `${(bytes / 1_000_000).toFixed(1)} MB`;
  return `${Math.max(1, Math.round(bytes / 1_000))} kB`;
}
