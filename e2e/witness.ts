import type { BrowserContext } from '@playwright/test';

export interface Witness {
  /** Opens a drawing by itself, points at it and presses on it. Answers whatever it did beyond being drawn. */
  opens(address: string): Promise<readonly string[]>;
  /** The same with a drawing from nowhere, which no policy guards. */
  opensUnguarded(drawing: string): Promise<readonly string[]>;
}

/** In a browser of its own, in a window of 400 by 400 pixels. */
export async function callWitness(context: BrowserContext): Promise<Witness> {
  const page = await context.newPage();
  const seen: string[] = [];
  let unguarded = '';
  page.on('dialog', (dialog) => {
    seen.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('console', (message) => seen.push(message.text()));
  page.on('pageerror', (error) => seen.push(error.message));
  page.on('request', (request) => {
    if (!request.isNavigationRequest()) seen.push(`a request: ${request.url()}`);
  });
  page.on('popup', () => seen.push('a window'));
  await context.route('**/unguarded.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: unguarded }));

  async function opens(address: string): Promise<readonly string[]> {
    seen.length = 0;
    await page.goto(address);
    // Twice, so that an animation has had its frames by then.
    await page.mouse.click(100, 100);
    await page.mouse.click(200, 200);
    return [...seen];
  }
  return {
    opens,
    opensUnguarded: (drawing) => {
      unguarded = drawing;
      return opens('/unguarded.svg');
    },
  };
}
