import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'rolldown';
import { type Language, languages } from '../../contract/languages.ts';
import { type InputStamp, stampOf } from '../../server/bundle-manifest.ts';
import { bundledName, commands } from '../../server/commands.ts';
import { root } from '../build-directory.ts';

/**
 * Packages that stay outside: they have compiled code or read files beside theirs, or (vite) belong to development. Each is loaded when it
 * is first used, except better-sqlite3.
 */
const outside = [
  'better-sqlite3',
  'sharp',
  '@techstark/opencv-js',
  'libheif-js',
  'pdfkit',
  'fontkit',
  'pg-native',
  'vite',
];

/** Module that is imported first by every program. */
const stackTraces = join(root, 'server', 'bundled-stack-traces.ts');
const importBuild = join(root, 'server', 'platform', 'http', 'import-build.ts');
const poFile = join(root, 'server', 'platform', 'po-file.ts');

/** What the bundle consists of and needs beside it, as in its manifest. */
export interface Found {
  modules: Map<string, InputStamp>;
  files: Set<string>;
  packages: Set<string>;
}

/**
 * The programs in the bundle, by their paths below the root. The shop and its commands share nearly all modules, so these are in one file.
 * The processes and threads that the sources start, and main.ts, need few modules each.
 */
export function programModules(): { shop: string[]; processes: string[] } {
  const started = globSync('server/**/*.ts', { cwd: root, exclude: ['**/*.test.ts', 'server/testing/**'] }).flatMap(
    (module) => {
      const source = readFileSync(join(root, module), 'utf8');
      return [...source.matchAll(programUrl)].map(([, path = '']) => join(dirname(module), path));
    },
  );
  return { shop: Object.values(commands), processes: ['server/main.ts', ...new Set(started)] };
}

/** How the sources name a module that runs in a process or thread of its own. */
const programUrl = /new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g;
/** How they name files that they read. What follows in the template is a name in a folder. */
const fileUrl = /new URL\([`'](\.[^`'$]+?\/?)(?:\$\{[^`]*`|[^`'/]*[`']), import\.meta\.url\)/g;

/** How they load a package that the bundler does not see. */
const loadedByName = /(?:createRequire\(import\.meta\.url\)|import\.meta\.resolve)\('([^']+)'\)/g;

/** The name of a program of the sources in the bundle, without its extension. */
export const nameOf = (module: string) => bundledName(module).replace(/\.js$/, '');

/** The package outside of the bundle that an import names; undefined for all others. */
export const packageOutside = (id: string) => outside.find((name) => id === name || id.startsWith(`${name}/`));

/** Adapts the modules of the repository to the place of the bundle, and notes what they are and what they read. */
export function ownModules(programs: readonly string[], { modules, files, packages }: Found): Plugin {
  const isOwn = (id: string) => id.startsWith(`${root}/`) && !id.includes('/node_modules/');
  return {
    name: 'lacquer:own-modules',
    load(id) {
      if (!isOwn(id)) return null;
      const module = relative(root, id);
      const stamp = stampOf(id);
      if (stamp) modules.set(module, stamp);
      if (id === importBuild) return pageImports();
      if (id === poFile) return translatedTexts;
      if (!id.endsWith('.ts')) return null;
      const code = readFileSync(id, 'utf8');
      for (const [text, path = ''] of code.matchAll(fileUrl))
        if (!text.includes('.ts')) files.add(join(dirname(module), path));
      for (const [, name = ''] of code.matchAll(loadedByName)) packages.add(packageOutside(name) ?? name);
      const adapted = code
        .replaceAll(programUrl, (_, path) => `new URL('./${bundledName(path)}', import.meta.here)`)
        .replaceAll('import.meta.url', `new URL('../../${module}', import.meta.url).href`)
        .replaceAll('import.meta.here', 'import.meta.url')
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/../../${dirname(module)}')`)
        .replaceAll('import.meta.main', 'false');
      // In the same line, so that all lines keep their numbers.
      const first = programs.includes(module) ? `import ${JSON.stringify(stackTraces)};` : '';
      return { code: first + adapted, moduleType: 'ts' };
    },
  };
}

/** Modules of Node and of packages that the bundle replaces, with their code. */
const replaced: Readonly<Record<string, string>> = {
  // `import` reads all properties of a module of Node, and one of this module loads all of Node's fetch. That takes some 40 ms of a start.
  'node:http': "module.exports = process.getBuiltinModule('node:http');",
  // Fastify does not call them, because no route has a schema for it (server/app.ts).
  '@fastify/ajv-compiler': '',
  '@fastify/fast-json-stringify-compiler': '',
};

export function replacedModules(): Plugin {
  const prefix = '\0replaced:';
  return {
    name: 'lacquer:replaced-modules',
    resolveId: (id) => (id in replaced ? prefix + id : null),
    load: (id) => (id.startsWith(prefix) ? (replaced[id.slice(prefix.length)] ?? null) : null),
  };
}

/** The pages of a language for the server in a build, as React Router writes them. */
export const serverBuild = (build: string, language: Language) =>
  join(build, language === 'en' ? '' : language, 'server', 'index.js');

/** The name of their file in the bundle, without its extension. */
export const pagesName = (language: Language) => `pages-${language}`;

/** A module like import-build.ts that imports the pages of a language from the bundle. */
function pageImports(): string {
  const files = languages.map((language) => [serverBuild('/', language), `./${pagesName(language)}.js`]);
  // The path of the English build, the first, is also the end of the others.
  return `const files = ${JSON.stringify(files)};
    export const importBuild = ({ pathname }) =>
      import(new URL(files.findLast(([end]) => pathname.endsWith(end))[1], import.meta.url).href);`;
}

/** A module like po-file.ts that reads the translated texts from one file of the bundle, without a parser. */
const translatedTexts = `import { readFileSync } from 'node:fs';
  export const readPoFile = (language, name) =>
    JSON.parse(readFileSync(new URL('texts.json', import.meta.url), 'utf8'))[language + '/' + name] ?? [];`;
