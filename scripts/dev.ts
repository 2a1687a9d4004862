// Runs the shop with hot reload: `npm run dev`. With `-- --fake-stripe` it is a new shop with the demo collection that is
// paid through a fake of Stripe, so that the whole purchase can be tried without an account. Its data is deleted at the end.
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFakeStripe } from '#server/testing/stripe/fake-stripe.ts';

const paid = process.argv.includes('--fake-stripe') ? await openPaidShop() : null;
const watching = ['--watch-path=server', '--watch-path=contract', '--watch-preserve-output'];
const shop = spawn(process.execPath, [...watching, 'server/main.ts', '--dev'], {
  stdio: 'inherit',
  // As `npm start` sets it: the shop starts again after every change of the server.
  env: { NODE_COMPILE_CACHE: 'build/.compiled', ...process.env, ...paid?.environment },
});
// Ctrl-C in a terminal reaches the shop too; other senders signal only this process.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => shop.kill('SIGTERM'));
shop.once('exit', async (code) => {
  await paid?.close();
  process.exit(code ?? 0);
});

async function openPaidShop() {
  const { PORT = '3000' } = process.env;
  const stripe = await openFakeStripe();
  stripe.webhooks.to = `http://127.0.0.1:${PORT}/api/payments/stripe/events`;
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-fake-stripe-'));
  console.log(`Data of this shop, deleted at the end: ${directory}. Its emails are in mail/ there.`);
  return {
    environment: { ...stripe.environment, DATABASE_URL: '', DATA_DIR: directory, DEMO: '1' },
    async close() {
      await stripe.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
