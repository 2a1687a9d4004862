import type { FastifyRequest } from 'fastify';
import { type Language, languages } from '#contract/languages.ts';

/**
 * The language of the texts in an answer (docs/behaviour/languages.md, 5): that of the page that sends the request, or English if
 * no page of the shop sends it.
 */
export function languageOf(request: FastifyRequest): Language {
  return pageLanguageOf(request) ?? 'en';
}

/**
 * The language of the page that sends a request. Pages of the shop send exactly `en` or `vi` in `Accept-Language` (web/api.ts).
 * Null if the header is missing or its first language is another one, such as the `vi-VN` of a browser.
 */
export function pageLanguageOf(request: FastifyRequest): Language | null {
  const [first = ''] = (request.headers['accept-language'] ?? '').split(/[,;]/);
  return languages.find((language) => language === first.trim()) ?? null;
}
