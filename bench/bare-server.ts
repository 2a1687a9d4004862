// The reference server of the benchmarks: node:http without a framework, which sends the same bytes as the shop from memory.
//
//   node bench/bare-server.ts FILE      FILE is JSON with the headers and the body (base64) for each address
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type KeptAnswers = Record<string, { headers: Record<string, string>; body: string }>;

const [file = ''] = process.argv.slice(2);
const kept: KeptAnswers = JSON.parse(readFileSync(file, 'utf8'));
const answers = new Map(
  Object.entries(kept).map(([address, { headers, body }]) => [address, { headers, body: Buffer.from(body, 'base64') }]),
);
const server = createServer((request, response) => {
  const answer = answers.get(request.url ?? '');
  if (!answer) return response.writeHead(404).end();
  return response.writeHead(200, answer.headers).end(answer.body);
});
server.listen(0, '127.0.0.1', () => {
  // A server that listens on a port has an address object, not the name of a pipe.
  const { port } = server.address() as AddressInfo;
  console.log(`The reference is open at http://127.0.0.1:${port}`);
});
