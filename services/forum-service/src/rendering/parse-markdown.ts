import markdownit, { type Token } from 'markdown-it';
import { linkify, readAddress } from './embed.ts';
import { createFindNameEnd, type FindAuthor, type FindNameEnd } from './link-names.ts';

/** CommonMark without headings, rules, tables, HTML and entities, whose signs people type for other reasons. */
const parser = markdownit('zero', { breaks: true, linkify: true, maxNesting: 100 }).enable([
  'blockquote',
  'list',
  'fence',
  'code',
  'newline',
  'escape',
  'backticks',
  'emphasis',
  'link',
  'image',
  'autolink',
]);

// Not the rule of the same name for whole texts, which finds addresses without a scheme.
parser.inline.ruler.enable('linkify');
parser.linkify = linkify;
// Addresses as typed, so that a post that may hold no link cannot disguise one (see posts/new-post.ts).
const { parseLinkDestination } = parser.helpers;
parser.helpers = {
  ...parser.helpers,
  parseLinkDestination(text, start, max) {
    const found = parseLinkDestination(text, start, max);
    return { ...found, str: text.slice(start, found.pos).replace(/^<(.*)>$/s, '$1') };
  },
};
parser.validateLink = (href) => href !== '';
parser.normalizeLink = (written) => (written.includes('\\') ? '' : (readAddress(written)?.href ?? ''));
parser.normalizeLinkText = (written) => written;

// Names of people are no emphasis.
parser.inline.ruler.before('emphasis', 'names', (state, silent) => {
  if (state.src.charAt(state.pos) !== '@') return false;
  const { findNameEnd } = state.env as { findNameEnd: FindNameEnd };
  const end = findNameEnd(state.src, state.pos);
  if (end === undefined || end > state.posMax) return false;
  if (!silent) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
});

/** As in plain texts. */
const LINE_SEPARATORS = /[\u2028\u2029]/g;

/** Levels of quotes, lists and emphasis: far less than the parser and browsers cut off. */
const DEEPEST = 20;

/** The blocks of a Markdown text; undefined for one that nests too deep (S38). */
export function parseMarkdown(source: string, findAuthor?: FindAuthor): readonly Token[] | undefined {
  const findNameEnd = createFindNameEnd(findAuthor);
  const blocks = parser.parse(source.replace(LINE_SEPARATORS, '\n'), { findNameEnd });
  const isTooDeep = blocks.some(
    ({ level, children }) => level > DEEPEST || children?.some((token) => token.level > DEEPEST),
  );
  return isTooDeep ? undefined : blocks;
}

/** The text of inline tokens, without markup. */
export function textOf(tokens: readonly Token[]): string {
  return tokens.map(textOfToken).join('');
}

function textOfToken({ type, content, children }: Token): string {
  if (type === 'softbreak' || type === 'hardbreak') return '\n';
  return children ? textOf(children) : content;
}

/** The same, and behind the text of each link and image its address: `manual (https://example.com/manual.pdf)`. */
function textWithAddresses(tokens: readonly Token[]): string {
  let said = '';
  let linked = { from: 0, address: '' };
  for (const token of tokens) {
    said += textOfToken(token);
    if (token.type === 'link_open') linked = { from: said.length, address: String(token.attrGet('href')) };
    else if (token.type === 'link_close' && said.slice(linked.from) !== linked.address)
      said += ` (${linked.address})`;
    else if (token.type === 'image') said += ` (${token.attrGet('src')})`;
  }
  return said.trim();
}

/** A Markdown text without markup, for excerpts and descriptions. */
export function plainTextOf(source: string): string {
  const blocks = parseMarkdown(source);
  if (!blocks) return source;
  return plainTextOfBlocks(blocks.filter(isText));
}

function plainTextOfBlocks(blocks: readonly Token[]): string {
  return blocks.map(({ children, content }) => (children ? textOf(children) : content)).join('\n');
}

/** The same without what it quotes, unless it does nothing else. */
export function ownWordsOf(source: string): string {
  const blocks = parseMarkdown(source);
  if (!blocks) return source;
  let quotes = 0;
  const own = blocks.filter((block) => {
    if (block.type.startsWith('blockquote_')) quotes += block.nesting;
    return quotes === 0 && isText(block);
  });
  return own.length > 0 ? plainTextOfBlocks(own) : plainTextOf(source);
}

/** A Markdown text as mail shows it: without emphasis, with addresses, and with the signs of lists and quotes. */
export function mailTextOf(source: string): string {
  const blocks = parseMarkdown(source);
  if (!blocks) return source;
  const lines: string[] = [];
  let quotes = 0;
  let sign = '';
  for (const block of blocks) {
    const { type, nesting, info, children, content } = block;
    if (type.startsWith('blockquote_')) quotes += nesting;
    else if (type === 'list_item_open') sign = info === '' ? '- ' : `${info}. `;
    else if (isText(block)) {
      lines.push('> '.repeat(quotes) + sign + (children ? textWithAddresses(children) : content));
      sign = '';
    }
  }
  return lines.join('\n');
}

function isText({ type }: Token): boolean {
  return type === 'inline' || type === 'fence' || type === 'code_block';
}
