import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import type { Scan } from '#contract/scans.ts';
import { call } from '../../../api.ts';
import { inDigits } from '../../../language/numbers.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Note } from '../../../ui/note.tsx';
import { useHasRole } from '../../admin-access.ts';
import { adminFailure } from '../../admin-failure.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import { useFocusAfter } from '../../use-focus-after.ts';
import { ScanUpload } from './scan-upload.tsx';

/** Milliseconds between two requests for the state of the scan. */
const askEvery = 1_000;

interface ScanPanelProps {
  listingId: string;
  /** The address of the stored picture that is looked at; null without one. */
  picture: string | null;
}

/** The scan of a piece: its upload, how far its tiles are, and its removal (docs/behaviour/scans.md, 13). */
export function ScanPanel({ listingId, picture }: ScanPanelProps) {
  const { scan, failure, setScan, retry } = useScan(listingId, picture);
  const mayChange = useHasRole('staff');
  const panel = useRef<HTMLElement>(null);
  const focusNext = useFocusAfter(panel, failure || scan);
  const change = (next: Scan | null) => {
    setScan(next);
    // The button that was pressed is removed.
    focusNext('#scan');
  };
  const tryAgain = () => {
    retry();
    focusNext('#scan');
  };
  return (
    <section ref={panel} className="panel" aria-labelledby="scan">
      <header>
        <h2 id="scan" tabIndex={-1}>
          {t`Scan`}
        </h2>
      </header>
      <div className="grid gap-4 p-5">
        <p className="muted">
          {t`A very large picture with the same framing as the picture that is looked at. Visitors see it closer and closer, and museums’ viewers open it (IIIF).`}
        </p>
        {failure !== '' && <ListFailure message={failure} onRetry={tryAgain} />}
        <p className="visually-hidden" role="status">
          {scan && announcement(scan)}
        </p>
        {scan && <ScanState scan={scan} />}
        {mayChange && scan && <RemoveScan listingId={listingId} scan={scan} onRemoved={() => change(null)} />}
        {mayChange && scan !== undefined && (scan === null || scan.state === 'failed') && (
          <ScanUpload listingId={listingId} onUploaded={change} />
        )}
      </div>
    </section>
  );
}

/** Reads the scan, which is undefined until the first answer. Asks again while its tiles are made, and after another picture was chosen. */
function useScan(listingId: string, picture: string | null) {
  const [scan, setScan] = useState<Scan | null>();
  const [failure, setFailure] = useState('');
  const [asked, setAsked] = useState(0);
  /** The picture that was looked at when the last answer came. */
  const [answered, setAnswered] = useState(picture);
  const isUnderWay = scan?.state === 'waiting' || scan?.state === 'making';
  const isFirst = scan === undefined;
  const isOld = isFirst || answered !== picture;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks again after each answer.
  useEffect(() => {
    if (!isOld && !isUnderWay) return;
    const abort = new AbortController();
    const ask = async () => {
      const answer = await call('getScan', { params: { id: listingId }, quiet: !isFirst, signal: abort.signal });
      if (abort.signal.aborted) return;
      if (answer.success) {
        setScan(answer.scan);
        setAnswered(picture);
      } else if (isFirst) return setFailure(answer.message);
      // After the first answer, a failed request is followed by another one, too.
      setAsked((count) => count + 1);
    };
    const timer = setTimeout(ask, isFirst ? 0 : askEvery);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [listingId, asked, isOld, isUnderWay]);
  function retry() {
    setFailure('');
    setAsked((count) => count + 1);
  }
  return { scan, failure, setScan, retry };
}

function ScanState({ scan }: { scan: Scan }) {
  const { state, progress, problem, isOfPicture } = scan;
  const size = sizeInWords(scan);
  if (state === 'failed') return <Note tone="failed">{problem}</Note>;
  if (state === 'ready')
    return (
      <Note tone={isOfPicture ? 'done' : 'held'}>
        {isOfPicture
          ? t`Visitors can look at it: ${size}.`
          : t`Another picture is looked at now, so visitors do not see this scan. Choose the former picture again, or upload a scan with the framing of the new one after removing this one.`}
      </Note>
    );
  return (
    <div className="grid gap-2">
      <progress className="progress" aria-label={t`Tiles made`} value={progress} max={100} />
      <p>
        {state === 'waiting'
          ? t`Waits until its tiles are made (${size}). You may leave this page.`
          : t`Its tiles are made: ${progress} % (${size}). You may leave this page.`}
      </p>
    </div>
  );
}

/** What screen readers say when the state changes. It does not change with each percent. */
const announcement = ({ state }: Scan) =>
  ({ waiting: t`The scan has arrived.`, making: t`Its tiles are being made.`, ready: '', failed: '' })[state];

function sizeInWords(scan: Scan): string {
  const [width, height] = [inDigits(scan.width), inDigits(scan.height)];
  const millions = Math.max(1, Math.round((scan.width * scan.height) / 1_000_000));
  return t`${width} × ${height} pixels, ${millions} million`;
}

interface RemoveScanProps {
  listingId: string;
  scan: Scan;
  onRemoved: () => void;
}

function RemoveScan({ listingId, scan, onRemoved }: RemoveScanProps) {
  const [isAsking, setAsking] = useState(false);
  const isUnderWay = scan.state === 'waiting' || scan.state === 'making';
  const action = isUnderWay ? t`Stop and remove the scan` : t`Remove the scan`;
  async function remove() {
    const answer = await call('removeScan', { params: { id: listingId } });
    if (!answer.success && answer.status !== 404) return adminFailure(t`Failed to remove the scan`, answer);
    setAsking(false);
    onRemoved();
    return undefined;
  }
  return (
    <div>
      <Button variant="danger" small onClick={() => setAsking(true)}>
        {action}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={isUnderWay ? t`Stop and remove the scan?` : t`Remove the scan?`}
        confirmLabel={action}
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      >
        {t`The shop keeps no copy of the file. The pictures and details of the piece stay.`}
      </ConfirmDialog>
    </div>
  );
}
