import { type BrowserContext, expect } from '@playwright/test';

/**
 * Records what no page may do: uncaught errors, console errors, policy violations, failed requests, and requests to
 * other hosts.
 */
export interface BrowserErrors {
  /** Allows an answer with this status from now on. Status 0 is a request without an answer. */
  allowResponse(path: string, status: number): void;
  /** Allows a console error that contains this text from now on. */
  allowConsoleError(words: string): void;
  /** Fails the test if anything was recorded that is not allowed. */
  expectNone(): void;
}

const policyMessage = 'Content-Security-Policy violation';

/** Observes every page and tab of a browser context. `origins`: those of the shop and of the pages that it sends buyers to. */
export async function recordBrowserErrors(context: BrowserContext, origins: readonly string[]): Promise<BrowserErrors> {
  const found: string[] = [];
  const expected = new Set<string>();
  const expectedInConsole: string[] = [];
  const note = (problem: string) => found.push(problem);
  const noteAnswer = (url: string, status: number, words: string) => {
    if (!expected.has(`${status} ${pathOf(url)}`)) note(`${words}: ${url}`);
  };

  await context.addInitScript((word) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) => {
      console.error(word, violatedDirective, blockedURI, sourceFile, sample);
    });
  }, policyMessage);
  context.on('weberror', (webError) => {
    const { name, message, stack } = webError.error();
    note(`Uncaught: ${stack || `${name}: ${message}`}`);
  });
  context.on('console', (message) => {
    // Failed requests are recorded below, with their status.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
    if (expectedInConsole.some((words) => message.text().includes(words))) return;
    note(`Console: ${message.text()}`);
  });
  context.on('request', (request) => {
    if (isForeign(request.url(), origins)) note(`Request to a foreign host: ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) noteAnswer(response.url(), response.status(), `Answered ${response.status()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Navigation aborts the open requests of the previous page.
    if (reason !== 'net::ERR_ABORTED') noteAnswer(request.url(), 0, `Failed with ${reason}`);
  });

  return {
    allowResponse: (path, status) => expected.add(`${status} ${path}`),
    allowConsoleError: (words) => expectedInConsole.push(words),
    expectNone: () => expect(found, 'what the browser noticed').toEqual([]),
  };
}

function isForeign(url: string, origins: readonly string[]): boolean {
  return /^(https?|wss?):/.test(url) && !origins.includes(new URL(url).origin);
}

function pathOf(url: string): string {
  return /^https?:/.test(url) ? new URL(url).pathname : url;
}
