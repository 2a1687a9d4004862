import { type NodePath, type PluginObj, types as t } from '@babel/core';
import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { type Catalog, catalogName, readCatalogs } from './catalogs.ts';
import { contractTextOf } from './contract-texts.ts';
import { type Child, childrenOf } from './jsx-messages.ts';
import { type Part, partsOf, textOf } from './messages.ts';

/**
 * A Babel plugin that writes the texts of one language into the code, so that pages load neither catalogs nor a library
 * (docs/decisions/0060-a-build-for-each-language.md). It runs after Lingui's macros and replaces the calls and elements that
 * they made. In contract/ it replaces literals.
 */
export function inlineTexts(
  language: string,
  catalogs: (file: string) => Catalog = readCatalogs(language),
): PluginObj<{ filename?: string }> {
  return {
    visitor: {
      Program: {
        exit(program, { filename = '' }) {
          const inline = { catalog: catalogs(filename), language };
          program.traverse(catalogName(filename) === 'contract' ? contractVisitor(inline) : macroVisitor(inline));
          for (const statement of program.get('body'))
            if (statement.isImportDeclaration() && isLingui(statement.node.source.value)) statement.remove();
        },
      },
    },
  };
}

const isLingui = (source: string) => source === '@lingui/core' || source === '@lingui/react';

interface Inline {
  catalog: Catalog;
  language: string;
}

/** The visitor of files with macros. It replaces on exit, so that an inner text is replaced before the one around it. */
function macroVisitor(inline: Inline) {
  return {
    CallExpression: {
      exit(path: NodePath<t.CallExpression>) {
        const { callee, arguments: given } = path.node;
        const isCall = t.isMemberExpression(callee) && t.isIdentifier(callee.object, { name: '_i18n' });
        const [descriptor] = given;
        if (isCall && t.isObjectExpression(descriptor)) path.replaceWith(textOf(translatedParts(descriptor, inline)));
      },
    },
    JSXElement: {
      exit(path: NodePath<t.JSXElement>) {
        const { name, attributes } = path.node.openingElement;
        if (!t.isJSXIdentifier(name, { name: '_Trans' })) return;
        const [spread] = attributes;
        if (!t.isJSXSpreadAttribute(spread) || !t.isObjectExpression(spread.argument))
          throw path.buildCodeFrameError('Trans takes texts only');
        const components = recordOf(propertyOf(spread.argument, 'components'));
        replaceElement(path, childrenOf(translatedParts(spread.argument, inline), components));
      },
    },
  };
}

/** Puts the replacement among the children of the parent element; elsewhere into a fragment. */
function replaceElement(path: NodePath<t.JSXElement>, replacement: readonly Child[]): void {
  const parent = path.parent;
  if (t.isJSXElement(parent) || t.isJSXFragment(parent))
    parent.children.splice(parent.children.indexOf(path.node), 1, ...replacement);
  else path.replaceWith(t.jsxFragment(t.jsxOpeningFragment(), t.jsxClosingFragment(), [...replacement]));
}

/** The parts of a macro's message in the language of the build, or in English if there is no translation. */
function translatedParts(descriptor: t.ObjectExpression, { catalog, language }: Inline): Part[] {
  const id = propertyOf(descriptor, 'id');
  const message = propertyOf(descriptor, 'message');
  if (!t.isStringLiteral(id) || !t.isStringLiteral(message)) throw new TypeError('A text is marked without a macro');
  const values = recordOf(propertyOf(descriptor, 'values'));
  const placeholder = (name: string) => {
    const value = values.get(name);
    if (!value) throw new SyntaxError(`A translation of "${message.value}" has the unknown placeholder {${name}}`);
    return value;
  };
  const translation = catalog.get(id.value);
  return partsOf(translation ?? message.value, placeholder, translation ? language : 'en');
}

function contractVisitor({ catalog, language }: Inline) {
  const replace = (path: NodePath<t.StringLiteral | t.TemplateLiteral>) => {
    const found = contractTextOf(path);
    const translation = found && catalog.get(generateMessageId(found.text));
    if (!found || !translation || translation === found.text) return;
    // The placeholders of a failure's text are filled in later, so they stay.
    const placeholder = (name: string) => found.expressions[Number(name)] ?? `{${name}}`;
    path.replaceWith(textOf(partsOf(translation, placeholder, language)));
    path.skip();
  };
  return { StringLiteral: replace, TemplateLiteral: replace };
}

function propertyOf(object: t.ObjectExpression, name: string): t.Expression | null {
  for (const property of object.properties) {
    const isNamed = t.isObjectProperty(property) && t.isIdentifier(property.key, { name });
    if (isNamed && t.isExpression(property.value)) return property.value;
  }
  return null;
}

function recordOf(object: t.Expression | null): Map<string, t.Expression> {
  const record = new Map<string, t.Expression>();
  if (!t.isObjectExpression(object)) return record;
  for (const property of object.properties) {
    if (!t.isObjectProperty(property) || !t.isExpression(property.value)) continue;
    const { key } = property;
    if (t.isIdentifier(key)) record.set(key.name, property.value);
    else if (t.isNumericLiteral(key) || t.isStringLiteral(key)) record.set(String(key.value), property.value);
  }
  return record;
}
