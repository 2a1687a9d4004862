import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { api, apiBase } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { refuse } from '#contract/errors.ts';
import { sendRefusal } from './refusals.ts';

/** Whether HEAD is answered like GET. */
export const hasHead = ({ method, reply }: Endpoint) => method === 'GET' && reply !== 'events' && reply !== 'file';

/**
 * Hook for everything below /api that is no endpoint: answers 405 at the path of an endpoint that has other methods. A route for each
 * path and method would take ten times as many routes, and most of the time in which the server starts.
 */
export async function refuseWrongMethod(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const path = decodedPath(request.url);
  const parts = path === null ? [] : partsOf(path);
  const known = knownPaths.find((one) => matches(one, parts));
  if (!known) return undefined;
  return sendWrongMethod(request, reply, known);
}

/**
 * Mounts routes that answer 405 where the router would call another endpoint: `/admin/products/bulk` also matches
 * `/admin/products/:id`, which has other methods.
 */
export function mountWrongMethods(app: FastifyInstance): void {
  for (const { known, methods } of shadowedPaths)
    app.route({
      method: methods,
      url: apiBase + known.path,
      onRequest: async (request, reply) => sendWrongMethod(request, reply, known),
      handler: async () => undefined,
    });
}

interface KnownPath {
  path: string;
  /** The path between its slashes; a parameter begins with a colon. */
  parts: readonly string[];
  methods: Set<string>;
}

const knownPaths = findKnownPaths();

const pathsWithParameters = knownPaths.filter(({ path }) => path.includes(':'));

/** The paths that also match the path of another endpoint, with the methods that only the other endpoint has. */
const shadowedPaths = knownPaths.flatMap((known) => {
  const others = pathsWithParameters.filter((other) => other !== known && matches(other, known.parts));
  const methods = new Set(others.flatMap((other) => [...other.methods]).filter((method) => !known.methods.has(method)));
  return methods.size > 0 ? [{ known, methods: [...methods] }] : [];
});

/** The paths of the contract. Those without parameters come first, as in the router. */
function findKnownPaths(): KnownPath[] {
  const paths = new Map<string, KnownPath>();
  for (const row of Object.values<Endpoint>(api)) {
    const known = paths.get(row.path) ?? { path: row.path, parts: partsOf(apiBase + row.path), methods: new Set() };
    known.methods.add(row.method);
    if (hasHead(row)) known.methods.add('HEAD');
    paths.set(row.path, known);
  }
  return [...paths.values()].toSorted((one, other) => parametersIn(one.path) - parametersIn(other.path));
}

/** Compares part by part: a regular expression for each path would take a thirtieth of a start. */
function matches(known: KnownPath, parts: readonly string[]): boolean {
  return (
    known.parts.length === parts.length &&
    known.parts.every((part, index) => part.startsWith(':') || part === parts[index])
  );
}

function partsOf(path: string): string[] {
  return path.split('/');
}

function parametersIn(path: string): number {
  return path.split(':').length;
}

function sendWrongMethod(request: FastifyRequest, reply: FastifyReply, { methods }: KnownPath) {
  return sendRefusal(request, reply.header('Allow', [...methods].join(', ')), refuse('wrongMethod'));
}

/** The decoded path of a URL, without query and fragment; null if it cannot be decoded. */
function decodedPath(url: string): string | null {
  try {
    return decodeURI(url.split(/[?#]/, 1)[0] ?? '');
  } catch {
    return null;
  }
}
