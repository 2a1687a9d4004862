import { type BrowserContext, expect } from '@playwright/test';

/** What a page may never do unseen: fail, complain, break its policy, or talk to somebody else. */
export interface Watch {
  /** The next steps lead to answers like this; `status` 0 is no answer at all. */
  expect(path: string, status: number): void;
  /** Fails the test with everything that was noticed. */
  report(): void;
}

const policyWord = 'Content-Security-Policy violation';

/** Looks at every page and tab of a browser. */
export async function watchPages(context: BrowserContext, address: string): Promise<Watch> {
  const complaints: string[] = [];
  const expected = new Set<string>();
  const note = (complaint: string) => complaints.push(complaint);
  const noteAnswer = (url: string, status: number, words: string) => {
    if (!expected.has(`${status} ${pathOf(url)}`)) note(`${words}: ${url}`);
  };

  await context.addInitScript((word) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile, sample }) => {
      console.error(word, violatedDirective, blockedURI, sourceFile, sample);
    });
  }, policyWord);
  context.on('weberror', (webError) => {
    const { name, message, stack } = webError.error();
    note(`Uncaught: ${stack || `${name}: ${message}`}`);
  });
  context.on('console', (message) => {
    // Answers and failed requests are judged below, with their status.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
    note(`Console: ${message.text()}`);
  });
  context.on('request', (request) => {
    if (isForeign(request.url(), address)) note(`Request to a foreign host: ${request.url()}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) noteAnswer(response.url(), response.status(), `Answered ${response.status()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that is left gives up what it asked for.
    if (reason !== 'net::ERR_ABORTED') noteAnswer(request.url(), 0, `Failed with ${reason}`);
  });

  return {
    expect: (path, status) => expected.add(`${status} ${path}`),
    report: () => expect(complaints, 'what the browser noticed').toEqual([]),
  };
}

function isForeign(url: string, address: string): boolean {
  return /^(https?|wss?):/.test(url) && new URL(url).origin !== address;
}

function pathOf(url: string): string {
  return /^https?:/.test(url) ? new URL(url).pathname : url;
}
