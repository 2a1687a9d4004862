import { type NodePath, type TransformOptions, transformAsync, type types } from '@babel/core';
import babelExtractor from '@lingui/cli/api/extractors/babel';
import type { ExtractorType } from '@lingui/conf';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { catalogName } from './catalogs.ts';
import { contractTextOf } from './contract-texts.ts';

/** Finds the texts of pages, which Lingui's macros mark. */
export function createPageExtractor(): ExtractorType {
  return { ...babelExtractor, match: (file) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file) };
}

/** Finds the texts of the server: the literals that are passed to `say` (server/platform/translations.ts). */
export function createServerExtractor(): ExtractorType {
  return {
    match: (file) => /\/server\/.*\.ts$/.test(file) && !/\.test\.ts$/.test(file),
    async extract(filename, code, found) {
      await transformAsync(code, {
        ...options(filename),
        plugins: [
          {
            visitor: {
              CallExpression({ node: { callee, arguments: given, loc } }: NodePath<types.CallExpression>) {
                const [text] = given;
                if (callee.type !== 'Identifier' || callee.name !== 'say' || text?.type !== 'StringLiteral') return;
                found({ ...messageOf(text.value), origin: [filename, loc?.start.line ?? 0] });
              },
            },
          },
        ],
      });
    },
  };
}

/** Finds the texts of contract/, which are literals: the server runs these files as they are, without macros. */
export function createContractExtractor(): ExtractorType {
  return {
    match: (file) => catalogName(file) === 'contract' && !/\.test\.ts$/.test(file),
    async extract(filename, code, found) {
      const report = (path: Parameters<typeof contractTextOf>[0]) => {
        const text = contractTextOf(path)?.text;
        if (text) found({ ...messageOf(text), origin: [filename, path.node.loc?.start.line ?? 0] });
      };
      await transformAsync(code, {
        ...options(filename),
        plugins: [{ visitor: { StringLiteral: report, TemplateLiteral: report } }],
      });
    },
  };
}

const messageOf = (text: string) => ({ id: generateMessageId(text), message: text });

const options = (filename: string): TransformOptions => ({
  filename,
  code: false,
  babelrc: false,
  configFile: false,
  parserOpts: { plugins: ['typescript'] },
});
