import { AppError } from '@guidepost/service-kit';
import { type Document, DomHandler, Element } from 'domhandler';
import type { Parser } from 'htmlparser2';
import { endOpenMarkup, releaseSwallowed, SparingParser, SWALLOWING, type Tag } from './open-markup.ts';

/** Deeper than browsers show; parsing is quadratic in the depth, and walking a document recurses (S40). */
const MAX_DEPTH = 500;

/** Elements, attributes, texts and comments: several times those of the largest manuals. */
const MAX_NODES = 600_000;

/** The most attributes of one element. */
const MAX_ATTRIBUTES = 1_000;

export interface ParseOptions {
  place: string;
  /** In XHTML `<a id="x" />` closes itself, in HTML it does not. */
  xhtml?: boolean;
}

/**
 * Parses HTML so that markup without an end hides nothing of what follows it.
 * @throws AppError `invalid` as soon as elements are nested too deeply or are too many
 */
export function parseHtml(html: string, options: ParseOptions): Document {
  const source = endOpenMarkup(html);
  const read = readSource(source, options);
  if (read.openTag === undefined) return read.root;
  // A quotation mark is missing: first the tag is text, and if that does not help, so is all that follows.
  const spared = escapeTags(source, read.openTag, read.openTag + 1);
  const again = readSource(spared, options);
  return again.openTag === undefined
    ? again.root
    : readSource(escapeTags(spared, again.openTag), options).root;
}

function escapeTags(source: string, from: number, to = source.length): string {
  return source.slice(0, from) + source.slice(from, to).replaceAll('<', '&lt;') + source.slice(to);
}

function readSource(source: string, { place, xhtml = false }: ParseOptions): LimitedHandler {
  const handler = new LimitedHandler(place);
  new SparingParser(handler, source, xhtml).end(source);
  releaseSwallowed(handler.root, handler.unended, { source, asTyped: !xhtml });
  return handler;
}

/** Judges a document while it is read, and notes what has no end. */
class LimitedHandler extends DomHandler {
  /** Elements that would swallow what follows them. */
  readonly unended = new Map<Element, Tag>();
  /** Where the tag begins that is being read. */
  openTag: number | undefined;
  readonly #place: string;
  #reader: Pick<Parser, 'startIndex' | 'endIndex'> = { startIndex: 0, endIndex: 0 };
  #nodes = 0;
  #attributes = 0;

  constructor(place: string) {
    super();
    this.#place = place;
  }

  override onparserinit(parser: Parser): void {
    super.onparserinit(parser);
    this.#reader = parser;
  }

  onopentagname(): void {
    this.openTag = this.#reader.startIndex;
    this.#attributes = 0;
  }

  onattribute(): void {
    this.#count();
    this.#attributes += 1;
    if (this.#attributes > MAX_ATTRIBUTES)
      this.#refuse(`an element has more than ${MAX_ATTRIBUTES} attributes`);
  }

  override onopentag(name: string, attributes: Record<string, string>): void {
    this.openTag = undefined;
    if (this.tagStack.length > MAX_DEPTH) this.#refuse(`elements are nested more than ${MAX_DEPTH} deep`);
    super.onopentag(name, attributes);
    const element = this.tagStack.at(-1);
    if (!SWALLOWING.has(name) || !(element instanceof Element)) return;
    this.unended.set(element, { from: this.#reader.startIndex, to: this.#reader.endIndex + 1 });
  }

  override onclosetag(_name?: string, isImplied = false): void {
    const element = this.tagStack.at(-1);
    if (!isImplied && element instanceof Element) this.unended.delete(element);
    super.onclosetag();
  }

  protected override addNode(node: Parameters<DomHandler['addNode']>[0]): void {
    this.#count();
    super.addNode(node);
  }

  #count(): void {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES)
      this.#refuse(`there are more than ${MAX_NODES} elements, attributes and texts`);
  }

  #refuse(reason: string): never {
    throw new AppError('invalid', `${this.#place}: ${reason}`);
  }
}
