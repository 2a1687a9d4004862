import { setTimeout as pause } from 'node:timers/promises';
import type { Stage } from '../stage.ts';
import type { Findings } from '../table.ts';
import { startTrade } from '../trade.ts';
import type { PostOffice } from './post-office.ts';

const tradeFor = 4_000;
/** The last letters are carried within this long, milliseconds. */
const lastPost = 15_000;

/** Every process carries what any has written: each letter once, and one for each order. */
export async function letters(stage: Stage, office: PostOffice): Promise<Findings> {
  const findings: Findings = { part: 'letters', figures: [], violations: [] };
  const trade = startTrade({
    address: stage.proxy.address,
    buyers: stage.scene.people.slice(4),
    pieces: stage.scene.pieces.slice(200),
  });
  await pause(tradeFor);
  await trade.end();
  const isThere = (orderId: string) => office.letters.some(({ text }) => text.includes(orderId));
  for (const giveUpAt = performance.now() + lastPost; performance.now() < giveUpAt; await pause(100))
    if (trade.purchases.every(({ orderId }) => isThere(orderId))) break;
  await pause(1_000);

  const ids = office.letters.map(({ id }) => id);
  for (const { orderId } of trade.purchases) {
    const about = office.letters.filter(({ text }) => text.includes(orderId)).length;
    if (about !== 1) findings.violations.push(`About order ${orderId} there are ${about} letters.`);
  }
  findings.figures.push({ what: 'orders', measured: trade.purchases.length });
  findings.figures.push({ what: 'letters carried by the processes together', measured: ids.length });
  findings.figures.push({
    what: 'of them a second time',
    measured: ids.length - new Set(ids).size,
    wanted: { atMost: 0 },
  });
  findings.violations.push(...trade.violations);
  return findings;
}
