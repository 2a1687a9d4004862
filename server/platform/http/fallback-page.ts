const texts = {
  405: ['This address can only be read.', 'Go back to the shop and try again from there.'],
  500: ['Something went wrong on our side.', 'It has been noted. Please try again.'],
  503: ['The shop is busy right now.', 'Please try again in a moment. Your cart is kept.'],
} as const;

export type FallbackStatus = keyof typeof texts;

/** Returns the HTML of a page without scripts, which is sent if no page can be rendered or the method is wrong. */
export function fallbackPage(status: FallbackStatus, stylesheet: string | null): string {
  const [title, advice] = texts[status];
  const styles = stylesheet ? `<link rel="stylesheet" href="${stylesheet}">` : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title>${styles}</head><body><main class="state"><h1 class="heading-dialog">${title}</h1><p>${advice}</p><a class="button" href="/">Home</a></main></body></html>`;
}
