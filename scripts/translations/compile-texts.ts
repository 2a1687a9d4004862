import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel';
import { inlineTexts } from './inline-texts.ts';

/**
 * The Vite plugin that writes the texts of a language into the pages. It processes the files that import Lingui's macros and, except for
 * English, those of contract/, whose literals are English.
 */
export function compileTexts(language: string) {
  const preset = { plugins: [[linguiMacro, { descriptorFields: 'message' }], inlineTexts(language)] };
  const filters = [{ code: /@lingui\// }, ...(language === 'en' ? [] : [{ id: /\/contract\/[\w-]+\.ts$/ }])];
  return babel({ presets: filters.map((filter) => defineRolldownBabelPreset({ preset, rolldown: { filter } })) });
}
