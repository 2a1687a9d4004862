/** Milliseconds of processor time that `work` uses. Unlike the time that passes, other programs do not make it longer. */
export function processorTimeOf(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
