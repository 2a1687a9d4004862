import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiBase } from '#contract/api.ts';
import type { Device } from './handlers.ts';

/** With the prefix, browsers accept the cookie only from this host and over https. It requires the path `/`. */
const cookieOf = (isHttps: boolean) =>
  isHttps
    ? { name: '__Host-known_device', attributes: 'Path=/; Secure' }
    : { name: 'known_device', attributes: `Path=${apiBase}/auth` };
/** How many marks one browser keeps, the latest first. */
const maximumMarks = 8;
/** Seconds. Browsers limit the life of a cookie to 400 days. */
const maximumAge = 400 * 24 * 60 * 60;

/**
 * The marks in the browser's cookie: each says that an account has signed in with this browser (decision 0012). Only calls that
 * check a password read it, and no script can.
 */
export function deviceOf(request: FastifyRequest, reply: FastifyReply, { isHttps }: { isHttps: boolean }): Device {
  const { name, attributes } = cookieOf(isHttps);
  const readMarks = () => marksIn(name, request.headers.cookie ?? '');
  return {
    get marks() {
      return readMarks();
    },
    keep(mark) {
      const kept = [mark, ...readMarks().filter((other) => other !== mark)].slice(0, maximumMarks).join('~');
      reply.header('Set-Cookie', `${name}=${kept}; ${attributes}; Max-Age=${maximumAge}; HttpOnly; SameSite=Strict`);
    },
  };
}

function marksIn(cookieName: string, cookies: string): string[] {
  const [, value = ''] = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w.~-]{1,1000})`).exec(cookies) ?? [];
  return value
    .split('~')
    .filter((mark) => /^[\w-]{22}\.[\w-]{43}$/.test(mark))
    .slice(0, maximumMarks);
}
