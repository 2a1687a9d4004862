import { join } from 'node:path';
import { startPostgres } from '../throwaway-postgres.ts';
import { databaseRestarted, type Interruptions, processesKilled, rollingRestart } from './processes/interruptions.ts';
import { letters } from './processes/letters.ts';
import { openPostOffice } from './processes/post-office.ts';
import { whatIsShared } from './processes/shared.ts';
import { openStage, type Stage } from './stage.ts';
import type { Findings } from './table.ts';

export interface RunOptions {
  /** Empty; removed after the run. */
  folder: string;
  seed: number;
  /** How often each interruption happens to each process. */
  rounds: number;
  /** Of the shop. */
  processes: number;
  say(line: string): void;
}

const crowd = { people: 10, pieces: 1_000 };
const buyers = 6;
/** More than they buy in one round of interruptions. */
const piecesPerRound = 1_000;

/** Several processes behind nginx on one PostgreSQL. */
export async function tryProcesses({ folder, seed, rounds, processes, say }: RunOptions): Promise<Findings[]> {
  const postgres = await startPostgres({ durable: true });
  const office = await openPostOffice();
  const stages: Stage[] = [];
  const open = async (name: string, size: typeof crowd, settings: Readonly<Record<string, string>>) => {
    await postgres.createDatabase(name);
    const databaseUrl = postgres.url(name);
    const stage = await openStage({ databaseUrl, folder: join(folder, name), processes, seed, settings, ...size });
    stages.push(stage);
    return stage;
  };
  try {
    say('what one process does, the others know');
    const shared = await open('shared', crowd, { RATE_LIMITS: 'on', SMTP_URL: office.url });
    const found = [await whatIsShared(shared), await letters(shared, office)];
    await shared.close();

    const share = piecesPerRound * rounds;
    const stage = await open('interrupted', { people: buyers, pieces: 3 * share }, { RATE_LIMITS: 'off' });
    const interruptions: Interruptions = { stage, rounds, share, trades: [] };
    say('one process after the other is killed while people buy');
    found.push(await processesKilled(interruptions));
    say('one process after the other is restarted while people buy and look');
    found.push(await rollingRestart(interruptions));
    say('the database is killed and comes back while people buy');
    found.push(await databaseRestarted(interruptions, postgres));
    return found;
  } finally {
    for (const stage of stages) await stage.close();
    office.close();
    await postgres.stop();
  }
}
