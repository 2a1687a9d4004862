import { readFileSync } from 'node:fs';

/** The words before a command that bind it to a core (Linux): the server runs on the first, the load on the second. */
export const onServerCore = ['taskset', '-c', '0'];
export const onLoadCore = ['taskset', '-c', '1'];

/** The seconds of processor time, user and system, that a process has used so far. The kernel counts hundredths of a second. */
export function processorSeconds(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '');
  const fields = stat.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}
