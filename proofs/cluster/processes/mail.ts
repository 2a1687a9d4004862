import { setTimeout as pause } from 'node:timers/promises';
import type { SmtpServer } from '#server/testing/smtp-server.ts';
import { atMost } from '../../proof.ts';
import type { ClusterFixture } from '../fixture.ts';
import { startSales } from '../sales.ts';
import type { Findings } from '../table.ts';

const sellFor = 4_000;
/** The last mails are sent within this long, milliseconds. */
const deliveredWithin = 15_000;
/** To the buyer, and to the one admin. */
const mailsPerOrder = 2;

/** Every process sends what any has queued: each mail once, and for each order one to its buyer and one to the shop's admin. */
export async function mail(cluster: ClusterFixture, smtp: SmtpServer): Promise<Findings> {
  const findings: Findings = { part: 'mail', figures: [], violations: [] };
  const sales = startSales({
    address: cluster.proxy.address,
    buyers: cluster.fixture.people.slice(4),
    pieces: cluster.fixture.pieces.slice(200),
  });
  await pause(sellFor);
  await sales.end();
  const mailAbout = (orderId: string) => smtp.received.filter(({ message }) => message.includes(orderId)).length;
  for (const giveUpAt = performance.now() + deliveredWithin; performance.now() < giveUpAt; await pause(100))
    if (sales.purchases.every(({ orderId }) => mailAbout(orderId) >= mailsPerOrder)) break;
  await pause(1_000);

  const ids = smtp.received.map(({ message }) => /^Message-ID: (.*)\r$/im.exec(message)?.[1] ?? '');
  for (const { orderId } of sales.purchases) {
    const about = mailAbout(orderId);
    if (about !== mailsPerOrder) findings.violations.push(`About order ${orderId} there are ${about} letters.`);
  }
  findings.figures.push({ what: 'orders', measured: sales.purchases.length });
  findings.figures.push({ what: 'mails sent by the processes together', measured: ids.length });
  findings.figures.push(atMost(0, 'of them a second time', ids.length - new Set(ids).size));
  findings.violations.push(...sales.violations);
  return findings;
}
