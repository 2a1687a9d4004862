import linguiMacro from '@lingui/babel-plugin-lingui-macro';
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel';
import { inlineTexts } from './inline-texts.ts';

/**
 * The Vite plugin that writes the texts of a language into the pages. Files with texts are those that import Lingui's macros;
 * the literals of contract/ are English already.
 */
export function compileTexts(language: string) {
  const preset = { plugins: [[linguiMacro, { descriptorFields: 'message' }], inlineTexts(language)] };
  const filters = [{ code: /@lingui\// }, ...(language === 'en' ? [] : [{ id: /\/contract\/[\w-]+\.ts$/ }])];
  return babel({ presets: filters.map((filter) => defineRolldownBabelPreset({ preset, rolldown: { filter } })) });
}
