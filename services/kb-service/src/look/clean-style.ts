import { AppError } from '@guidepost/service-kit';
import type { CssNode } from 'css-tree';

/** Bytes of the style sheet of a knowledge base. */
export const LONGEST_STYLE = 8_000;

const AT_RULES = new Set(['media', 'supports', 'container', 'keyframes', 'layer']);

/** Functions that load something, today or in former browsers, or run a script in very old ones. */
const LOADING =
  /^(?:url|url-prefix|domain|document|regexp|src|image|paint|expression|(?:-\w+-)?(?:image-set|cross-fade|element|image-rect))$/i;

const SCRIPTING = new Set(['behavior', '-ms-behavior', '-moz-binding']);

/** Attributes of forms and pages that only their own scripts are to read. */
const PRIVATE_ATTRIBUTES = new Set(['value', 'nonce', 'content']);

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * A style sheet as it is served: parsed and written again, so that nothing is in it but rules, and nothing that would
 * load anything or tell what a reader types (S49). Mistakes are not mended, so that its author knows of each.
 * @throws AppError `invalid` with the line and what is not allowed there
 */
export async function cleanStyle(css: string): Promise<string> {
  if (Buffer.byteLength(css) > LONGEST_STYLE) {
    throw refuse({ line: 1, found: `${Buffer.byteLength(css)} > ${LONGEST_STYLE}` });
  }
  // Megabytes that only those need who change a style sheet.
  const cssTree = await import('css-tree');
  const lineAt = (offset: number) => css.slice(0, offset).split('\n').length;
  checkTokens(css, cssTree, lineAt);
  const tree = cssTree.parse(css, {
    positions: true,
    parseCustomProperty: true,
    onParseError: ({ line, message }) => {
      throw refuse({ line, found: message });
    },
  });
  cssTree.walk(tree, (node) => {
    const found = findForbidden(node);
    if (found !== undefined) throw refuse({ line: node.loc?.start.line ?? 1, found });
  });
  return cssTree.generate(tree);
}

/** Refuses what the parser would pass on as it is written, and what it would close by itself. */
function checkTokens(
  css: string,
  { tokenize, tokenNames }: typeof import('css-tree'),
  lineAt: (offset: number) => number,
): void {
  const open: string[] = [];
  tokenize(css, (type, start, end) => {
    const text = css.slice(start, end);
    const token = String(tokenNames[type]);
    const isString = token === 'string-token';
    const isComment = token === 'comment-token';
    const isEndless = (isString && (text.length < 2 || text.at(-1) !== text[0])) || isOpenComment(text);
    const isEscaped = !isString && !isComment && text.includes('\\');
    const isNoRule = ['CDO-token', 'CDC-token', 'bad-string-token', 'bad-url-token', 'url-token'].includes(
      token,
    );
    const opened = text.at(-1) ?? '';
    const isClosing = [')', ']', '}'].includes(text);
    if (isEndless || isEscaped || isNoRule || (isClosing && open.pop() !== text)) {
      throw refuse({ line: lineAt(start), found: text.slice(0, 60) });
    }
    if (!isString && !isComment && CLOSING[opened]) open.push(CLOSING[opened]);
  });
  const missing = open.pop();
  if (missing !== undefined) throw refuse({ line: lineAt(css.length), found: `… ${missing}` });
}

function isOpenComment(text: string): boolean {
  return text.startsWith('/*') && (text.length < 4 || !text.endsWith('*/'));
}

function findForbidden(node: CssNode): string | undefined {
  switch (node.type) {
    case 'Atrule':
      return AT_RULES.has(node.name.toLowerCase()) ? undefined : `@${node.name}`;
    case 'Url':
      return `url(${node.value.slice(0, 60)})`;
    case 'Function':
      return LOADING.test(node.name) ? `${node.name}(…)` : undefined;
    case 'Declaration':
      return SCRIPTING.has(node.property.toLowerCase()) ? node.property : undefined;
    case 'AttributeSelector':
      return PRIVATE_ATTRIBUTES.has(node.name.name.toLowerCase()) ? `[${node.name.name}]` : undefined;
    case 'Raw':
      return node.value.trim() === '' ? undefined : node.value.slice(0, 60);
    default:
      return undefined;
  }
}

function refuse({ line, found }: { line: number; found: string }): AppError {
  return new AppError('invalid', `Line ${line}: ${found} cannot be used.`, { values: { line, found } });
}
