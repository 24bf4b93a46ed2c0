import { type ChildNode, type Element, isTag, type ParentNode, Text } from 'domhandler';
import { type Handler, Parser, Tokenizer } from 'htmlparser2';
import { DROPPED_WITH_CONTENT } from './allowed-markup.ts';
import { adopt } from './rewrite.ts';

/** The offsets of a start tag. */
export interface Tag {
  from: number;
  to: number;
}

/** Elements whose content is text up to their end tag, whatever it looks like. */
const RAW_TEXT = 'iframe noembed noframes plaintext script style textarea title xmp'.split(' ');

/** Elements whose content is not shown. */
export const SWALLOWING: ReadonlySet<string> = new Set([
  ...DROPPED_WITH_CONTENT,
  ...RAW_TEXT,
  'audio',
  'video',
]);

const shownAsTyped = new Set(RAW_TEXT.filter((name) => name !== 'iframe'));

const END_TAG = new RegExp(`</(${RAW_TEXT.join('|')})(?=[\\s/>])`, 'gi');

/** After an end tag with spaces, the position of the parser is before its `>`. */
const START_TAG = new RegExp(`(?:[^<>][^>]*>|>)?<(${RAW_TEXT.join('|')})(?=[\\s/>])`, 'iy');

/** Makes text of comments, and of tags at the end, that do not end. */
export function endOpenMarkup(html: string): string {
  const lastComment = Math.max(html.lastIndexOf('-->'), html.lastIndexOf('--!>'));
  const withComments = escapeAfter(html, lastComment, /<(?=!--)/g);
  const withSections = escapeAfter(withComments, withComments.lastIndexOf(']]>'), /<(?=!\[CDATA\[)/g);
  return escapeAfter(withSections, withSections.lastIndexOf('>'), /<(?=[a-z/!?])/gi);
}

function escapeAfter(html: string, last: number, opening: RegExp): string {
  const rest = html.slice(last + 1);
  const escaped = rest.replace(opening, '&lt;');
  return escaped === rest ? html : html.slice(0, last + 1) + escaped;
}

/** A tokenizer for which `<script />` has no content, whether or not its end is recognized. */
class SelfClosingTokenizer extends Tokenizer {
  constructor(...[options, callbacks]: ConstructorParameters<typeof Tokenizer>) {
    super({ ...options, recognizeSelfClosing: true }, callbacks);
  }
}

/** A parser for which the text after an element without an end tag is not its content (F01). */
export class SparingParser extends Parser {
  readonly #source: string;
  #lastEnds: ReadonlyMap<string, number> | undefined;
  #name: Tag = { from: 0, to: 0 };
  #closesItself = false;

  constructor(handler: Partial<Handler>, source: string, xhtml: boolean) {
    super(handler, { recognizeSelfClosing: xhtml, recognizeCDATA: xhtml, Tokenizer: SelfClosingTokenizer });
    this.#source = source;
  }

  /** Elements of foreign content have no raw text and may close themselves. The tokenizer asks at each start tag. */
  override isInForeignContext(): boolean {
    return this.#closesItself || this.#isAtTagWithoutEnd() || super.isInForeignContext();
  }

  override onopentagname(from: number, to: number): void {
    this.#name = { from, to };
    super.onopentagname(from, to);
  }

  override onselfclosingtag(endIndex: number): void {
    this.#closesItself = SWALLOWING.has(this.#source.slice(this.#name.from, this.#name.to).toLowerCase());
    super.onselfclosingtag(endIndex);
    this.#closesItself = false;
  }

  #isAtTagWithoutEnd(): boolean {
    START_TAG.lastIndex = this.startIndex;
    const name = START_TAG.exec(this.#source)?.[1]?.toLowerCase();
    if (name === undefined) return false;
    if (name === 'plaintext') return true; // for parsers, it never ends
    this.#lastEnds ??= lastEndTags(this.#source);
    return (this.#lastEnds.get(name) ?? 0) <= this.startIndex;
  }
}

function lastEndTags(source: string): Map<string, number> {
  const ends = new Map<string, number>();
  for (const { 1: name = '', index } of source.matchAll(END_TAG)) ends.set(name.toLowerCase(), index);
  return ends;
}

interface Release {
  source: string;
  /** Whether tags without an end are shown, as in GitHub, where they would otherwise be removed. */
  asTyped: boolean;
}

/** Moves what elements without an end tag contain behind them. */
export function releaseSwallowed(
  root: ParentNode,
  unended: ReadonlyMap<Element, Tag>,
  { source, asTyped }: Release,
): void {
  if (unended.size === 0) return;

  function settle(parent: ParentNode): void {
    const settled: ChildNode[] = [];
    for (const child of parent.children) release(child, settled);
    adopt(parent, settled);
  }

  function release(node: ChildNode, settled: ChildNode[]): void {
    const tag = isTag(node) ? unended.get(node) : undefined;
    if (!isTag(node) || !tag) {
      settled.push(node);
      if ('children' in node) settle(node);
      return;
    }
    const { children } = node;
    const own = children.findIndex((child) => !isOfPlayer(child));
    adopt(node, own === -1 ? children : children.slice(0, own));
    settled.push(asTyped && isShownAsTyped(node, tag, source) ? new Text(sourceOf(tag, source)) : node);
    for (const child of own === -1 ? [] : children.slice(own)) release(child, settled);
  }

  settle(root);
}

function isOfPlayer(node: ChildNode): boolean {
  return isTag(node)
    ? node.name === 'source' || node.name === 'track'
    : /^\s*$/.test('data' in node ? node.data : 'x');
}

/** `<script />` with its end tag at once is `<script></script>`. */
function isShownAsTyped({ name }: Element, { to }: Tag, source: string): boolean {
  return shownAsTyped.has(name) && !new RegExp(`^\\s*</${name}[\\s/>]`, 'i').test(source.slice(to, to + 100));
}

function sourceOf({ from, to }: Tag, source: string): string {
  const tag = source.slice(from, to);
  return tag.slice(tag.indexOf('<'));
}
