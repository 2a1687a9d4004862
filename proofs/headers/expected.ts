import { inlineHash } from '#server/platform/http/inline-hashes.ts';
import type { Answer } from './answers.ts';
import { directivesOf } from './observatory.ts';

/** A sentence for each protective header of docs/security.md that the answer lacks or has wrong. `isSecure`: PUBLIC_URL is https. */
export function shortcomingsOf(answer: Answer, isSecure: boolean): string[] {
  const { what, headers } = answer;
  const withRequest = (sentences: readonly string[]) => sentences.map((sentence) => `${what}: ${sentence}`);
  return withRequest([
    ...Object.entries(fixed).flatMap(([name, wanted]) => differing(headers, name, wanted)),
    ...['camera', 'microphone', 'geolocation', 'payment', 'usb'].flatMap((feature) =>
      headers.get('permissions-policy')?.includes(`${feature}=()`) ? [] : [`Permissions-Policy allows ${feature}`],
    ),
    ...transportOf(headers, isSecure),
    ...policyOf(answer),
    ...unwanted.filter((name) => headers.has(name)).map((name) => `has ${name}: ${headers.get(name)}`),
  ]);
}

const fixed: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Headers that no answer may have: they reveal software, let other origins in, or set a cookie that forged requests could use. */
const unwanted = [
  'server',
  'x-powered-by',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'set-cookie',
];

const year = 365 * 86_400;

function differing(headers: Headers, name: string, wanted: string): string[] {
  const found = headers.get(name);
  return found === wanted ? [] : [`${name} is ${found ?? 'missing'}, not ${wanted}`];
}

function transportOf(headers: Headers, isSecure: boolean): string[] {
  const found = headers.get('strict-transport-security');
  if (!isSecure) return found === null ? [] : ['Strict-Transport-Security over http'];
  return Number(/max-age=(\d+)/.exec(found ?? '')?.[1] ?? 0) >= year ? [] : [`Strict-Transport-Security is ${found}`];
}

function policyOf({ what, status, headers, text }: Answer): string[] {
  const policy = headers.get('content-security-policy') ?? '';
  const directives = directivesOf(policy);
  const wrong: string[] = [];
  const want = (name: string, ...allowed: string[]) => {
    const found = directives.get(name)?.join(' ');
    if (found === undefined || !allowed.includes(found)) wrong.push(`${name} is ${found ?? 'missing'}`);
  };
  want('default-src', "'none'");
  want('base-uri', "'none'");
  // The shop itself shows drafts of the home page in a frame.
  want('frame-ancestors', /^GET \/preview\/home\/[\w-]+ /.test(what) ? "'self'" : "'none'");
  want('form-action', "'none'", "'self'");
  if (/unsafe-|strict-dynamic|\*/.test(policy)) wrong.push(`the policy is loose: ${policy}`);
  for (const name of ['script-src', 'style-src'])
    for (const source of directives.get(name) ?? [])
      if (source !== "'self'" && !/^'sha256-[\w+/]{43}='$/.test(source)) wrong.push(`${name} lets ${source} in`);
  // A 304 renews the policy of the page that the reader has.
  const isPage = status === 304 || (headers.get('content-type')?.startsWith('text/html') ?? false);
  if (!isPage) return directives.has('script-src') ? [...wrong, 'scripts may run though it is no page'] : wrong;
  want('require-trusted-types-for', "'script'");
  want('trusted-types', "'none'");
  return [...wrong, ...inlineOf(text, directives)];
}

/** Scripts from elsewhere, inline scripts and styles whose hash is not in the policy, and inline style and event attributes. */
function inlineOf(html: string, directives: ReadonlyMap<string, readonly string[]>): string[] {
  const wrong: string[] = [];
  for (const [element = '', name = '', attributes = '', content = ''] of html.matchAll(inlineElements)) {
    if (name === 'script' && /\ssrc="(?!\/assets\/)/.test(attributes))
      wrong.push(`a script from elsewhere: ${element}`);
    const isText = /type="application\/ld\+json"/.test(attributes);
    if (content !== '' && !isText && !directives.get(`${name}-src`)?.includes(inlineHash(content)))
      wrong.push(`an inline ${name} without its hash: ${content.slice(0, 60)}`);
  }
  const markup = html.replace(inlineElements, '');
  for (const [tag] of markup.matchAll(/<[a-z][^>]*\s(?:style|on[a-z]+)="[^>]*>/gi))
    wrong.push(`an inline attribute: ${tag}`);
  return wrong;
}

const inlineElements = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;
