import { expect, type Page } from '@playwright/test';

/** Common English words that are not Vietnamese words as well; "to", "in" and "no" are. */
const words =
  'about|account|add|address|all|and|are|back|cart|cards?|checkout|close|collection|contact|create|delivery|description|done|enquire|from|home|item|items|menu|message|more|name|next|open|order|orders|page|password|payment|pictures?|pieces?|please|price|remove|save|search|send|show|sign|sold|subject|that|the|this|with|you|your';
const letter = String.raw`[\p{L}\p{M}\p{N}]`;
const english = new RegExp(`(?<!${letter})(?:${words})(?!${letter})`, 'iu');

/**
 * Reports every English text of the page and of its `alt`, `title`, `placeholder` and `aria-label` attributes, except in elements with
 * `lang="en"`. The test continues after a failure, so that one run finds all of them. `data`: texts that people have written, which may
 * be English.
 */
export async function expectNoEnglish(page: Page, data: readonly string[]): Promise<void> {
  const longestFirst = [...data].sort((one, other) => other.length - one.length);
  const isEnglish = (text: string) =>
    english.test(text) && english.test(longestFirst.reduce((rest, known) => rest.replaceAll(known, ''), text));
  const texts = await page.evaluate(findTexts);
  expect.soft([...new Set(texts)].filter(isEnglish), `English on ${page.url()}`).toEqual([]);
}

/** Runs in the page. */
function findTexts(): string[] {
  const isExempt = (element: Element | null) => !element || element.closest('[lang=en], script, style') !== null;
  const texts: string[] = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { currentNode } = walker;
    // The text in a field is data, not a text of the page.
    if (isExempt(currentNode.parentElement) || currentNode.parentElement?.tagName === 'TEXTAREA') continue;
    texts.push(currentNode.textContent ?? '');
  }
  for (const element of document.querySelectorAll('[aria-label], [alt], [title], [placeholder]'))
    for (const attribute of ['aria-label', 'alt', 'title', 'placeholder'])
      if (!isExempt(element)) texts.push(element.getAttribute(attribute) ?? '');
  return texts.map((text) => text.trim());
}
