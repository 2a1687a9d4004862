import { readFileSync } from 'node:fs';

/** Processor time that a process has had, user and system, seconds. The kernel counts hundredths (Linux). */
export function processorSeconds(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Memory that a process keeps, megabytes (Linux). */
export function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1_024;
}
