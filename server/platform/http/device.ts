import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiBase } from '#contract/api.ts';
import type { Device } from './handlers.ts';

const cookieName = 'known_device';
/** How many marks one browser keeps, the latest first. */
const maximumMarks = 8;
/** Seconds. Browsers limit the life of a cookie to 400 days. */
const maximumAge = 400 * 24 * 60 * 60;

/**
 * The marks in the browser's cookie: each says that an account has signed in with this browser (decision 0012). The cookie is sent only
 * to the sign-in calls, and no script can read it.
 */
export function deviceOf(request: FastifyRequest, reply: FastifyReply, { isHttps }: { isHttps: boolean }): Device {
  const readMarks = () => marksIn(request.headers.cookie ?? '');
  return {
    get marks() {
      return readMarks();
    },
    keep(mark) {
      const kept = [mark, ...readMarks().filter((other) => other !== mark)].slice(0, maximumMarks).join('~');
      const secure = isHttps ? '; Secure' : '';
      reply.header(
        'Set-Cookie',
        `${cookieName}=${kept}; Path=${apiBase}/auth; Max-Age=${maximumAge}; HttpOnly; SameSite=Strict${secure}`,
      );
    },
  };
}

function marksIn(cookies: string): string[] {
  const [, value = ''] = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w.~-]{1,1000})`).exec(cookies) ?? [];
  return value
    .split('~')
    .filter((mark) => /^[\w-]{22}\.[\w-]{43}$/.test(mark))
    .slice(0, maximumMarks);
}
