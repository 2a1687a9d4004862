import { readFileSync } from 'node:fs';

/** Linux: the server has the first core for itself, the load the second; each goes before the words of a program. */
export const onServerCore = ['taskset', '-c', '0'];
export const onLoadCore = ['taskset', '-c', '1'];

/** Processor time that a process has had, user and system, seconds. The kernel counts hundredths. */
export function processorSeconds(pid: number | undefined): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '');
  const fields = stat.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

export function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}
