import { z } from 'zod';

/**
 * Formatted text as data. The server makes it from Markdown, and pages show it as elements, so no HTML of the writer ever
 * reaches a page (docs/decisions/0036-markdown.md).
 */
export type RichText = RichBlock[];

export type RichBlock =
  /** `level` 2 to 6, without gaps: the title of the page is the only heading of level 1. */
  | { kind: 'heading'; level: number; spans: RichSpan[] }
  | { kind: 'paragraph'; spans: RichSpan[] }
  /** `start` is the first number; null for a list without numbers. */
  | { kind: 'list'; start: number | null; items: RichBlock[][] }
  | { kind: 'quote'; blocks: RichBlock[] }
  | { kind: 'rule' };

export type RichSpan =
  /** `lang` is set if the text has another language than the text around it. */
  | { kind: 'text'; text: string; lang?: 'en' | undefined }
  | { kind: 'break' }
  | { kind: 'emphasis' | 'strong'; spans: RichSpan[] }
  /** `href` begins with https://, mailto: or tel:, or is a path of the shop. */
  | { kind: 'link'; href: string; spans: RichSpan[] };

export const richSpan: z.ZodType<RichSpan> = z.lazy(() => {
  const spans = z.array(richSpan);
  return z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), text: z.string(), lang: z.literal('en').optional() }),
    z.object({ kind: z.literal('break') }),
    z.object({ kind: z.enum(['emphasis', 'strong']), spans }),
    z.object({ kind: z.literal('link'), href: z.string(), spans }),
  ]);
});

export const richBlock: z.ZodType<RichBlock> = z.lazy(() => {
  const spans = z.array(richSpan);
  const blocks = z.array(richBlock);
  return z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('heading'), level: z.int().min(2).max(6), spans }),
    z.object({ kind: z.literal('paragraph'), spans }),
    z.object({ kind: z.literal('list'), start: z.int().min(0).nullable(), items: z.array(blocks) }),
    z.object({ kind: z.literal('quote'), blocks }),
    z.object({ kind: z.literal('rule') }),
  ]);
});

export const richText = z.array(richBlock);
