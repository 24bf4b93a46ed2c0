import { VOID } from './element-names.ts';
import type { Attributes, MarkupElement, MarkupNode, MarkupText } from './markup.ts';

const TOKEN = /<(\/?)([a-z][a-z0-9]*)((?: [a-z]+(?:="[^"<>]*")?)*)(?: \/)?>|[^<]+/y;
const ATTRIBUTE = / ([a-z]+)(?:="([^"]*)")?/g;
const REFERENCE = /&([^;\s]{0,8};?)/g;

const CHARACTERS: Record<string, string> = { 'amp;': '&', 'lt;': '<', 'gt;': '>', 'quot;': '"' };

/** Markup that is not written the way the service writes it. */
export class UnknownSyntax extends Error {
  readonly at: number;

  /** @param at the offset in the source */
  constructor(at: number) {
    super(`Unknown syntax at ${at}`);
    this.at = at;
  }
}

interface OpenElement extends Omit<MarkupElement, 'end'> {
  children: MarkupNode[];
}

/**
 * Parses HTML as cleaned by the service: every element closed, quoted attributes, four character references. Unlike a
 * browser's parser, it moves nothing and adds nothing.
 * @throws UnknownSyntax for anything else
 */
export function parseMarkup(source: string): MarkupNode[] {
  const root: OpenElement = { name: '', attributes: [], children: [], start: 0 };
  const open = [root];
  let at = 0;
  while (at < source.length) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(source);
    if (!token) throw new UnknownSyntax(at);
    takeToken(open, token, at);
    at = TOKEN.lastIndex;
  }
  if (open.length > 1) throw new UnknownSyntax(source.length);
  return root.children;
}

function takeToken(open: OpenElement[], token: RegExpExecArray, start: number): void {
  const [all, slash, name, written = ''] = token;
  const end = start + all.length;
  const parent = open.at(-1);
  if (!parent) throw new UnknownSyntax(start);
  if (name === undefined) parent.children.push(readText(all, start));
  else if (slash) closeElement(open, name, { start, end });
  else {
    const element = { name, attributes: readAttributes(written, start), children: [], start };
    if (VOID.has(name)) parent.children.push({ ...element, end });
    else open.push(element);
  }
}

function closeElement(open: OpenElement[], name: string, tag: { start: number; end: number }): void {
  const element = open.pop();
  if (element?.name !== name || open.length === 0) throw new UnknownSyntax(tag.start);
  open.at(-1)?.children.push({ ...element, end: tag.end });
}

function readText(raw: string, start: number): MarkupText {
  return { text: decode(raw, start), start, end: start + raw.length };
}

function readAttributes(written: string, start: number): Attributes {
  return Array.from(written.matchAll(ATTRIBUTE), ([, name = '', value]) => [
    name,
    value === undefined ? null : decode(value, start),
  ]);
}

function decode(raw: string, start: number): string {
  return raw.replace(REFERENCE, (_, name: string) => {
    const character = CHARACTERS[name];
    if (character === undefined) throw new UnknownSyntax(start);
    return character;
  });
}
