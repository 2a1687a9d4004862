import type { FastifyRequest } from 'fastify';
import { type Language, languages } from '#contract/languages.ts';

/**
 * The language of the page that sends a request: pages name it first in `Accept-Language` (web/api.ts). English for everybody
 * else, also for a browser whose own languages do not begin with one of ours.
 */
export function languageOf(request: FastifyRequest): Language {
  const [first = ''] = (request.headers['accept-language'] ?? '').split(/[,;]/);
  return languages.find((language) => language === first.trim()) ?? 'en';
}
