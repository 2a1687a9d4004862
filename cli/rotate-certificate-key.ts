// `./lacquer rotate-certificate-key`: signs certificates of authenticity with a new key from now on, while the shop runs. Earlier
// certificates can be checked as before. With CERTIFICATE_KEY: first set it to a new key for all processes.
// A shop whose key was lost gets a new one too. Exit codes: 0 changed, 1 not changed; the message says why.
import { randomBytes } from 'node:crypto';
import { certificateKeyLocation, rotateCertificateKey } from '#server/features/certificates/certificates.ts';
import { connect } from '#server/platform/database/connect.ts';
import { parseSettings } from '#server/settings.ts';
import { runCommand } from './run-command.ts';

/** Returns the exit code. */
export const main = () =>
  runCommand(async () => {
    const settings = parseSettings(process.env);
    const database = await connect(settings.database, { besideShop: true });
    try {
      const id = await database.write((tx) => rotateCertificateKey(tx, { settings, clock: Date.now, randomBytes }));
      console.log(`Certificates are signed with the key ${id} from now on: ${certificateKeyLocation(settings)}.`);
      return 0;
    } finally {
      await database.close();
    }
  });

if (import.meta.main) process.exitCode = await main();
