import { transformAsync } from '@babel/core';
import babelExtractor from '@lingui/cli/api/extractors/babel';
import type { ExtractorType } from '@lingui/conf';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { catalogName } from './catalogs.ts';
import { contractTextOf } from './contract-texts.ts';

/** Finds the texts of pages, which Lingui's macros mark. */
export function createPageExtractor(): ExtractorType {
  return { ...babelExtractor, match: (file) => /\.tsx?$/.test(file) && !/\.test\.ts$/.test(file) };
}

/** Finds the texts of contract/, which are literals: the server runs these files as they are, without macros. */
export function createContractExtractor(): ExtractorType {
  return {
    match: (file) => catalogName(file) === 'contract' && !/\.test\.ts$/.test(file),
    async extract(filename, code, found) {
      const report = (path: Parameters<typeof contractTextOf>[0]) => {
        const text = contractTextOf(path)?.text;
        const line = path.node.loc?.start.line ?? 0;
        if (text) found({ id: generateMessageId(text), message: text, origin: [filename, line] });
      };
      await transformAsync(code, {
        ...{ filename, code: false, babelrc: false, configFile: false, parserOpts: { plugins: ['typescript'] } },
        plugins: [{ visitor: { StringLiteral: report, TemplateLiteral: report } }],
      });
    },
  };
}
