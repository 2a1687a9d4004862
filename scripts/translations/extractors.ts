import type { ExtractorType } from '@lingui/conf';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { catalogName } from './catalogs.ts';
import { findContractTexts } from './contract-texts.ts';
import { findTexts } from './find-texts.ts';
import { findMacros } from './macros.ts';
import { type Node, parseFile, stringOf, walk } from './syntax.ts';

/** A text and where it stands. */
interface FoundText {
  node: Node;
  message: string;
  context?: string;
  /** What replaces `{name}`: translators read the code of a value without a name in a comment. */
  values?: ReadonlyMap<string, Node>;
}

/** Finds the texts of pages, which Lingui's macros mark. */
export function createPageExtractor(): ExtractorType {
  return createExtractor(/\.tsx?$/, (file, code) => {
    const program = parseFile(file, code);
    return findTexts(program, findMacros(program).macros);
  });
}

/** Finds the texts of the server: the literals that are passed to `say` (server/platform/translations.ts). */
export function createServerExtractor(): ExtractorType {
  return createExtractor(/\/server\/.*\.ts$/, (file, code) => {
    const found: FoundText[] = [];
    walk(parseFile(file, code), (node) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'say')
        return true;
      const [text] = node.arguments;
      const message = text?.type === 'Literal' ? stringOf(text) : null;
      if (message !== null) found.push({ node, message });
      return true;
    });
    return found;
  });
}

/** Finds the texts of contract/, which are literals: the server runs these files as they are, without macros. */
export function createContractExtractor(): ExtractorType {
  const find = (file: string, code: string) =>
    findContractTexts(parseFile(file, code)).map(({ node, text }) => ({ node, message: text }));
  const extractor = createExtractor(/\.ts$/, find);
  return { ...extractor, match: (file) => catalogName(file) === 'contract' && extractor.match(file) };
}

function createExtractor(files: RegExp, find: (file: string, code: string) => readonly FoundText[]): ExtractorType {
  return {
    match: (file) => files.test(file) && !/\.test\.ts$/.test(file),
    extract(file, code, found) {
      for (const { node, message, context, values = new Map<string, Node>() } of find(file, code)) {
        const line = code.slice(0, node.start).split('\n').length;
        const id = generateMessageId(message, context);
        const placeholders = Object.fromEntries(
          [...values].map(([name, { start, end }]) => [name, code.slice(start, end)]),
        );
        found({ id, message, placeholders, origin: [file, line], ...(context !== undefined && { context }) });
      }
    },
  };
}
