import type { BrowserContext } from '@playwright/test';
import { executedMarker } from './hostile-svgs.ts';

export interface SvgProbe {
  /** Opens an SVG as a page of its own, moves the pointer over it and clicks it. Returns everything it did besides being drawn. */
  opens(address: string): Promise<readonly string[]>;
  /** Does the same with an SVG that is served without a Content-Security-Policy. */
  opensWithoutPolicy(drawing: string): Promise<readonly string[]>;
  /** Whether a script of the SVG runs without a policy. Waits 1.5 seconds for a script that starts late, with an animation. */
  runsWithoutPolicy(drawing: string): Promise<boolean>;
}

/** Opens a page for the probe. The window of the context must be 400 by 400 pixels, where the clicks meet the SVG. */
export async function openSvgProbe(context: BrowserContext): Promise<SvgProbe> {
  const page = await context.newPage();
  const seen: string[] = [];
  let served = '';
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
  await context.route('**/served.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body: served }));

  async function opens(address: string): Promise<readonly string[]> {
    seen.length = 0;
    await page.goto(address);
    // Two clicks, so that animations have had time to start.
    await page.mouse.click(100, 100);
    await page.mouse.click(200, 200);
    return [...seen];
  }
  function opensWithoutPolicy(svg: string): Promise<readonly string[]> {
    served = svg;
    return opens('/served.svg');
  }
  return {
    opens,
    opensWithoutPolicy,
    async runsWithoutPolicy(svg) {
      if ((await opensWithoutPolicy(svg)).includes(executedMarker)) return true;
      return page
        .waitForEvent('console', { predicate: (message) => message.text() === executedMarker, timeout: 1_500 })
        .then(
          () => true,
          () => false,
        );
    },
  };
}
