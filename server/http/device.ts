import type { FastifyReply, FastifyRequest } from 'fastify';
import { apiBase } from '#contract/api.ts';
import type { Device } from './handlers.ts';

const cookieName = 'known_device';
/** Accounts that one browser is remembered by. */
const marksAtMost = 8;
/** Seconds; no browser keeps a cookie for longer. */
const keptFor = 400 * 24 * 60 * 60;

/** The marks in the browser's cookie, which goes to the sign-in calls alone and which no script can read (decision 0012). */
export function deviceOf(request: FastifyRequest, reply: FastifyReply, { isHttps }: { isHttps: boolean }): Device {
  const marks = marksIn(request.headers.cookie ?? '');
  return {
    marks,
    keep(mark) {
      const kept = [mark, ...marks.filter((other) => other !== mark)].slice(0, marksAtMost).join('~');
      const secure = isHttps ? '; Secure' : '';
      reply.header(
        'Set-Cookie',
        `${cookieName}=${kept}; Path=${apiBase}/auth; Max-Age=${keptFor}; HttpOnly; SameSite=Strict${secure}`,
      );
    },
  };
}

function marksIn(cookies: string): string[] {
  const [, value = ''] = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w.~-]{1,1000})`).exec(cookies) ?? [];
  return value
    .split('~')
    .filter((mark) => /^[\w-]{22}\.[\w-]{43}$/.test(mark))
    .slice(0, marksAtMost);
}
