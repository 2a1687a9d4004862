// Keeps a server busy with GET requests and prints the result as one line of JSON (`LoadReport`).
//
//   node bench/load.ts ADDRESS CONNECTIONS MILLISECONDS [HEADER: VALUE]…
import { connect } from 'node:net';
import { quantile } from '../proofs/proof.ts';

export interface LoadReport {
  requests: number;
  /** The answers whose status is not 200. */
  failures: number;
  /** Milliseconds from the last byte of a request to the last byte of its answer. */
  p50: number;
  p99: number;
}

const [target = '', connections = '32', duration = '3000', ...headers] = process.argv.slice(2);
const { hostname, port, pathname, search, host } = new URL(target);
const request = [`GET ${pathname}${search} HTTP/1.1`, `Host: ${host}`, ...headers, '', ''].join('\r\n');
const times: number[] = [];
let failures = 0;
const until = performance.now() + Number(duration);

await Promise.all(Array.from({ length: Number(connections) }, keepAsking));
const report: LoadReport = { requests: times.length, failures, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
console.log(JSON.stringify(report));

/** Sends requests on one connection, one at a time, until the time is over. */
function keepAsking(): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect(Number(port), hostname);
    let missing = 0;
    let asked = performance.now();
    const ask = () => {
      asked = performance.now();
      if (asked >= until) return socket.end(done);
      socket.write(request);
    };
    socket.once('error', fail);
    socket.once('connect', ask);
    socket.setNoDelay(true);
    socket.on('data', (bytes: Buffer) => {
      missing = missing === 0 ? lengthOf(bytes) - bytes.length : missing - bytes.length;
      if (missing > 0) return;
      missing = 0;
      times.push(performance.now() - asked);
      ask();
    });
  });
}

/** Returns the bytes of the whole answer, and counts a failure. `bytes`: the first part of the answer, with its whole head. */
function lengthOf(bytes: Buffer): number {
  const end = bytes.indexOf('\r\n\r\n');
  const head = bytes.toString('latin1', 0, end);
  if (!head.startsWith('HTTP/1.1 200')) failures += 1;
  return end + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
}
