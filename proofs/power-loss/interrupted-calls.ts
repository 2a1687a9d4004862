import { existsSync, readFileSync, statSync } from 'node:fs';
import type { DiskCall } from './trace.ts';

/**
 * A call that was interrupted by the end of its process, as far as it had its effect; null if it had none. The files must be
 * unchanged since. Other calls are returned as they are.
 */
export function asFound(call: DiskCall): DiskCall | null {
  if (call.done !== Number.POSITIVE_INFINITY) return call;
  if (call.what === 'write') return asWritten(call);
  return hadEffect(call) ? call : null;
}

function hadEffect(call: DiskCall): boolean {
  const exists = existsSync(call.path);
  if (call.what === 'open') return exists && (!call.empties || statSync(call.path).size === 0);
  if (call.what === 'truncate') return exists && statSync(call.path).size === call.size;
  if (call.what === 'remove') return !exists;
  if (call.what === 'rename') return !exists && existsSync(call.to);
  if (call.what === 'link') return existsSync(call.to);
  return exists;
}

/** The kernel may stop in the middle of a write. */
function asWritten(call: DiskCall & { what: 'write' }): DiskCall | null {
  if (!existsSync(call.path)) return null;
  const found = readFileSync(call.path).subarray(call.offset);
  let length = 0;
  while (length < call.bytes.length && found[length] === call.bytes[length]) length += 1;
  return length === 0 ? null : { ...call, bytes: call.bytes.subarray(0, length) };
}
