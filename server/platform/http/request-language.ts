import type { FastifyRequest } from 'fastify';
import { type Language, languages } from '#contract/languages.ts';

/**
 * The language of the page that sends a request: pages name it first in `Accept-Language` (web/api.ts). English for everybody
 * else, also for a browser whose own languages do not begin with one of ours.
 */
export function languageOf(request: FastifyRequest): Language {
  return pageLanguageOf(request) ?? 'en';
}

/** The same; null if no page sends the request, but a program that does not name one of our languages. */
export function pageLanguageOf(request: FastifyRequest): Language | null {
  const [first = ''] = (request.headers['accept-language'] ?? '').split(/[,;]/);
  return languages.find((language) => language === first.trim()) ?? null;
}
