import { join } from 'node:path';
import { SmtpServer } from '#server/testing/smtp-server.ts';
import { startPostgres } from '../../scripts/throwaway-postgres.ts';
import { type ClusterFixture, openClusterFixture } from './fixture.ts';
import { databaseRestarted, type Interruptions, processesKilled, rollingRestart } from './processes/interruptions.ts';
import { mail } from './processes/mail.ts';
import { whatIsShared } from './processes/shared.ts';
import type { Findings } from './table.ts';

export interface RunOptions {
  /** Empty; removed after the run. */
  folder: string;
  seed: number;
  /** How often each interruption happens to each process. */
  rounds: number;
  /** Of the shop. */
  processes: number;
  log(line: string): void;
}

const crowd = { people: 10, pieces: 1_000 };
const buyers = 6;
/** More than they buy in one round of interruptions. */
const piecesPerRound = 1_000;

/** Several processes behind nginx on one PostgreSQL. */
export async function tryProcesses({ folder, seed, rounds, processes, log }: RunOptions): Promise<Findings[]> {
  const postgres = await startPostgres({ durable: true });
  const smtp = new SmtpServer();
  const smtpUrl = await smtp.open();
  const fixtures: ClusterFixture[] = [];
  const open = async (name: string, size: typeof crowd, settings: Readonly<Record<string, string>>) => {
    await postgres.createDatabase(name);
    const databaseUrl = postgres.url(name);
    const cluster = await openClusterFixture({
      databaseUrl,
      folder: join(folder, name),
      processes,
      seed,
      settings,
      ...size,
    });
    fixtures.push(cluster);
    return cluster;
  };
  try {
    log('what one process does, the others know');
    const shared = await open('shared', crowd, { RATE_LIMITS: 'on', SMTP_URL: smtpUrl });
    const found = [await whatIsShared(shared), await mail(shared, smtp)];
    await shared.close();

    const share = piecesPerRound * rounds;
    const cluster = await open('interrupted', { people: buyers, pieces: 3 * share }, { RATE_LIMITS: 'off' });
    const interruptions: Interruptions = { cluster, rounds, share, allSales: [] };
    log('one process after the other is killed while people buy');
    found.push(await processesKilled(interruptions));
    log('one process after the other is restarted while people buy and look');
    found.push(await rollingRestart(interruptions));
    log('the database is killed and comes back while people buy');
    found.push(await databaseRestarted(interruptions, postgres));
    return found;
  } finally {
    for (const cluster of fixtures) await cluster.close();
    await smtp.close();
    await postgres.stop();
  }
}
