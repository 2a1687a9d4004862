import type { FastifyInstance, FastifyReply } from 'fastify';

export interface SecurityTxtOptions {
  /** A URI; null: there is no security.txt. */
  contact: string | null;
  publicUrl: string;
  /** Epoch milliseconds. */
  clock: () => number;
}

const folder = '/.well-known';
const path = `${folder}/security.txt`;
const day = 24 * 60 * 60_000;
/** RFC 9116 recommends less than a year. */
const daysValid = 180;

/** Serves security.txt (RFC 9116). Every address below `/.well-known/` answers text, because programs read them. */
export function registerSecurityTxt(app: FastifyInstance, options: SecurityTxtOptions): void {
  const { contact } = options;
  if (contact !== null) {
    app.get(path, (_request, reply) => sendText(reply.header('Cache-Control', 'no-cache'), contents(contact, options)));
    app.route({
      method: app.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD'),
      url: path,
      // Answers before a body is read.
      onRequest: async (_request, reply) =>
        sendText(reply.code(405).headers({ Allow: 'GET, HEAD', 'Cache-Control': 'no-store' }), 'Method not allowed\n'),
      handler: async () => undefined,
    });
  }
  app.route({
    method: app.supportedMethods,
    url: `${folder}/*`,
    onRequest: async (_request, reply) => sendText(reply.code(404).header('Cache-Control', 'no-store'), 'Not found\n'),
    handler: async () => undefined,
  });
}

function contents(contact: string, { publicUrl, clock }: SecurityTxtOptions): string {
  const expires = new Date(Math.floor(clock() / day + daysValid) * day).toISOString();
  const lines = [`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: en'];
  // RFC 9116 allows no other scheme.
  if (publicUrl.startsWith('https:')) lines.push(`Canonical: ${publicUrl}${path}`);
  return `${lines.join('\n')}\n`;
}

const sendText = (reply: FastifyReply, text: string) => reply.type('text/plain; charset=utf-8').send(text);
