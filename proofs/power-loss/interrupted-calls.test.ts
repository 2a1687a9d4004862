import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asFound } from './interrupted-calls.ts';
import { readTrace } from './trace.ts';

test('Of calls during which the process was killed, those count that changed the disk', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lacquer-trace-'));
  try {
    await writeFile(join(directory, 'opened'), '');
    await writeFile(join(directory, 'half written'), 'first');
    const begun = [
      `openat(AT_FDCWD<${hex('/')}>, "${hex(join(directory, 'opened'))}", O_WRONLY|O_CREAT|O_EXCL|O_CLOEXEC, 0666`,
      `openat(AT_FDCWD<${hex('/')}>, "${hex(join(directory, 'not opened'))}", O_WRONLY|O_CREAT|O_CLOEXEC, 0666`,
      `pwrite64(7<${hex(join(directory, 'half written'))}>, "${hex('first second')}", 12, 0`,
      `unlink("${hex(join(directory, 'opened'))}"`,
    ];
    const lines = begun.map((call, index) => `${index + 1} 1700000000.00000${index} ${call} <unfinished ...>\n`);
    await writeFile(join(directory, 'trace'), lines.join(''));

    const { calls } = await readTrace(join(directory, 'trace'), directory);
    expect(calls).toHaveLength(4);
    expect(calls.map(asFound).filter((call) => call !== null)).toMatchObject([
      { what: 'open', path: join(directory, 'opened') },
      { what: 'write', path: join(directory, 'half written'), bytes: Buffer.from('first') },
    ]);
  } finally {
    await rm(directory, { recursive: true });
  }
});

/** As strace writes bytes. */
const hex = (text: string) => Buffer.from(text).toString('hex').replaceAll(/../g, '\\x$&');
