import type { LoggerOptions } from 'pino';

/** What a log line says of a request. */
interface LoggedRequest {
  method: string;
  url: string;
  host: string;
  ip: string;
}

/**
 * The options of every log of the shop. Headers contain tokens and cookies, and a library may log them at trace level. The query of an
 * address may contain the token of a link or what somebody has searched for, so requests are logged without it.
 */
export const logOptions = (level: string): LoggerOptions => ({
  level,
  redact: ['headers', '*.headers'],
  serializers: {
    req: ({ method, url, host, ip }: LoggedRequest) => ({ method, url: url.split('?')[0], host, remoteAddress: ip }),
  },
});
