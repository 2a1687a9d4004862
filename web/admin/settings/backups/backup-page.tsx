import type { Backups } from '#contract/backups.ts';
import { call } from '../../../api.ts';
import { useTimes } from '../../../shell/use-times.ts';
import { Badge } from '../../../ui/badge.tsx';
import { redirectIfDenied, requireAdmin } from '../../admin-access.ts';
import { ListFailure } from '../../table/list-failure.tsx';
import type { Route } from './+types/backup-page.ts';

type Run = Backups['runs'][number];

export async function clientLoader() {
  await requireAdmin();
  return redirectIfDenied(await call('getBackups'));
}

/** The nightly backups (docs/behaviour/backups.md). They are switched on where the shop runs; nothing is changed here. */
export default function BackupPage({ loaderData: answer }: Route.ComponentProps) {
  if (!answer.success) return <ListFailure message={answer.message} />;
  const { backups } = answer;
  return backups.to === null ? <SwitchedOff /> : <NightlyBackups {...backups} />;
}

function SwitchedOff() {
  return (
    <section className="panel" aria-labelledby="backups">
      <header>
        <h2 id="backups">Nightly backups</h2>
        <Badge>Off</Badge>
      </header>
      <div className="grid gap-4 p-5">
        <p className="max-w-[60ch]">
          The shop makes no backup by itself. If its machine is lost, so are the pieces, the orders and the pictures.
        </p>
        <p className="max-w-[60ch]">
          Whoever runs the server switches them on with two settings: <code>BACKUP_TO</code>, a folder on another disk
          or a bucket, and <code>BACKUP_PASSPHRASE</code>, which encrypts them.
        </p>
      </div>
    </section>
  );
}

function NightlyBackups({ to, kept, nextAt, runs }: Backups) {
  const { minute } = useTimes();
  const last = runs.find(({ state }) => state === 'done');
  return (
    <section className="panel" aria-labelledby="backups">
      <header>
        <h2 id="backups">Nightly backups</h2>
        <p>
          Encrypted, to a {to}; the latest {kept} are kept. After each one the shop restores it into a temporary
          database and compares every row and file.
        </p>
      </header>
      <div className="grid gap-4 p-5">
        <dl className="key-values key-values-wide">
          <dt>Last backup</dt>
          <dd>{last ? minute(last.startedAt) : 'None yet'}</dd>
          {last && (
            <>
              <dt>Restored as a rehearsal</dt>
              <dd className="wrap-anywhere">{last.isRehearsed ? 'Yes, and everything agreed' : `No: ${last.error}`}</dd>
              <dt>Contents</dt>
              <dd>
                {counted(last.rows, 'row')}, {counted(last.media, 'picture file')}, {megabytes(last.bytes)}
                {last.missing > 0 && `. ${counted(last.missing, 'picture file')} did not exist.`}
              </dd>
            </>
          )}
          {nextAt !== null && (
            <>
              <dt>Next</dt>
              <dd>{Date.parse(nextAt) <= Date.now() ? 'Within a minute' : minute(nextAt)}</dd>
            </>
          )}
        </dl>
        <p className="subtle text-13">
          A backup does not contain the key of the payment details, <code>card.key</code>. Keep a copy of it in another
          place.
        </p>
      </div>
      {runs.length > 0 && (
        <>
          <header className="border-t border-line">
            <h3>Last nights</h3>
          </header>
          <ul className="rows">
            {runs.map((run) => (
              <RunLine key={run.night} run={run} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function RunLine({ run }: { run: Run }) {
  const { minute } = useTimes();
  const { startedAt, state, bytes, error } = run;
  return (
    <li>
      <span className="min-w-0 wrap-anywhere">
        <time className="font-medium" dateTime={startedAt}>
          {minute(startedAt)}
        </time>
        {error !== '' && <span className="subtle text-13 block">{error}</span>}
      </span>
      <span className="end flex items-center gap-3">
        {state === 'done' && <span className="subtle numeric">{megabytes(bytes)}</span>}
        <Badge tone={toneOf(run)}>{wordsOf(run)}</Badge>
      </span>
    </li>
  );
}

function wordsOf({ state, isRehearsed }: Run): string {
  if (state === 'running') return 'Running';
  if (state === 'failed') return 'Failed';
  return isRehearsed ? 'Restored' : 'Not restored';
}

function toneOf({ state, isRehearsed }: Run) {
  if (state === 'running') return 'pending';
  return isRehearsed ? 'paid' : 'cancelled';
}

const counted = (count: number, noun: string) => `${count.toLocaleString('en-AU')} ${noun}${count === 1 ? '' : 's'}`;
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toLocaleString('en-AU', { maximumFractionDigits: 1 })} MB`;
