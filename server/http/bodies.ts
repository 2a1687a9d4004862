import type { FastifyInstance } from 'fastify';

/** JSON only; an empty body with a JSON content type is fine (CONTRACT.md, Ground rules). Anything else is 415. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    // parseAs above makes it a string.
    return void parse(request, body as string, done);
  });
}
