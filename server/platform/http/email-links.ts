import type { FastifyInstance, FastifyRequest } from 'fastify';
import { languages, pathIn } from '#contract/languages.ts';

/** Does what the button of a linked page says, with the token of the link. Returns the path of the page that says what was done. */
export type LinkAction = (token: string) => Promise<string>;

/** The largest body that is read, bytes. The forms have one field. */
const bodyLimit = 10_000;

/**
 * Answers the POST requests of the pages to which emails link, in every language. The pages (GET) change nothing, because mail servers
 * open links to scan them; their button is a plain form. A mail program that ends a subscription by itself posts to the same address
 * (RFC 8058) and gets a short text instead of a redirect.
 */
export function registerEmailLinks(app: FastifyInstance, actions: Readonly<Record<string, LinkAction>>): void {
  app.register((links, _options, done) => {
    links.removeAllContentTypeParsers();
    links.addContentTypeParser('*', { parseAs: 'string', bodyLimit }, (_request, body, parsed) => parsed(null, body));
    for (const [path, act] of Object.entries(actions))
      for (const language of languages)
        links.post(pathIn(language, path), async (request, reply) => {
          const page = await act(tokenOf(request));
          reply.header('Cache-Control', 'no-store');
          if (/List-Unsubscribe/i.test(String(request.body ?? ''))) return reply.type('text/plain').send('Done\n');
          return reply.redirect(pathIn(language, page), 303);
        });
    done();
  });
}

function tokenOf({ url }: FastifyRequest): string {
  return new URLSearchParams(url.split('?')[1]).get('token') ?? '';
}
