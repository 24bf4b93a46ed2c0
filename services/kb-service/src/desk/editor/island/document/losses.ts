import type { Schema } from '@tiptap/pm/model';
import { ALLOWED_ELEMENTS, isAllowedAttribute } from '../markup/allowed-markup.ts';
import { type Block, type Content, type Inline, readContent } from '../markup/content.ts';
import { MEDIA } from '../markup/element-names.ts';
import { type Attributes, isText, type MarkupNode } from '../markup/markup.ts';
import { parseMarkup, UnknownSyntax } from '../markup/parse-markup.ts';
import { writeInFull } from './from-document.ts';
import { type OpenedDocument, toDocument } from './to-document.ts';

/** Why a guide cannot be edited as text. */
export type Loss =
  | { kind: 'syntax'; line: number }
  | { kind: 'element' | 'removed-element'; element: string }
  | { kind: 'attribute' | 'removed-attribute'; element: string; attribute: string }
  | { kind: 'text'; text: string };

/** The document, or what of it would be lost. */
export function openDocument(schema: Schema, html: string): OpenedDocument | Loss {
  try {
    const nodes = parseMarkup(html);
    return findRemoved(nodes) ?? openContent(schema, readContent(nodes, html));
  } catch (error) {
    if (!(error instanceof UnknownSyntax)) throw error;
    return { kind: 'syntax', line: html.slice(0, error.at).split('\n').length };
  }
}

export function isLoss(opened: OpenedDocument | Loss): opened is Loss {
  return 'kind' in opened;
}

function openContent(schema: Schema, content: Content): OpenedDocument | Loss {
  const opened = toDocument(schema, content);
  opened.document.check();
  const html = writeInFull(opened.document);
  const written = readContent(parseMarkup(html), html);
  return firstLoss(content.blocks, written.blocks) ?? opened;
}

/** The markup that the service's cleaning would remove. */
function findRemoved(nodes: readonly MarkupNode[]): Loss | undefined {
  for (const node of nodes) {
    if (isText(node)) continue;
    const { name: element, attributes, children } = node;
    if (!ALLOWED_ELEMENTS.has(element)) return { kind: 'removed-element', element };
    const [attribute] = attributes.find(([name]) => !isAllowedAttribute(element, name)) ?? [];
    if (attribute) return { kind: 'removed-attribute', element, attribute };
    const inside = findRemoved(children);
    if (inside) return inside;
  }
  return undefined;
}

/** One part of a document: an opening tag, a text or a closing tag. */
type Token = { element: string; attributes: Attributes } | { text: string } | 'end';

function firstLoss(before: readonly Block[], after: readonly Block[]): Loss | undefined {
  const [one, other] = [before.flatMap(blockTokens), after.flatMap(blockTokens)];
  const index = one.findIndex((token, at) => !isSame(token, other[at]));
  if (index === -1 && one.length === other.length) return undefined;
  return describe(one, other, index === -1 ? one.length - 1 : index);
}

function isSame(one: Token, other: Token | undefined): boolean {
  if (typeof one === 'string' || typeof other !== 'object') return one === other;
  if ('text' in one) return 'text' in other && one.text === other.text;
  return 'element' in other && one.element === other.element && areSame(one.attributes, other.attributes);
}

function areSame(one: Attributes, other: Attributes): boolean {
  return (
    one.length === other.length &&
    one.every(([name, value], at) => name === other[at]?.[0] && value === other[at]?.[1])
  );
}

/** @param index of the first token that differs */
function describe(before: readonly Token[], after: readonly Token[], index: number): Loss {
  const [lost, found] = [before[index], after[index]];
  if (typeof lost !== 'object') return describe(before, after, index - 1);
  if ('text' in lost) return { kind: 'text', text: lost.text.slice(0, 60) };
  const { element, attributes } = lost;
  if (typeof found !== 'object' || !('element' in found) || found.element !== element)
    return { kind: 'element', element };
  const [attribute] =
    attributes.find(
      ([name, value], at) => name !== found.attributes[at]?.[0] || value !== found.attributes[at]?.[1],
    ) ?? [];
  return attribute ? { kind: 'attribute', element, attribute } : { kind: 'element', element };
}

function blockTokens(block: Block): Token[] {
  if (block.kind === 'loose') return block.inlines.flatMap(inlineTokens);
  const inside =
    block.kind === 'line' ? block.inlines.flatMap(inlineTokens) : block.blocks.flatMap(blockTokens);
  const start = block.kind === 'line' && block.lineBreak ? [{ text: '\n' }] : [];
  return [{ element: block.name, attributes: block.attributes }, ...start, ...inside, 'end'];
}

function inlineTokens(inline: Inline): Token[] {
  if (typeof inline === 'string') return [{ text: inline }];
  const { name, attributes, inlines, source } = inline;
  const whole = MEDIA.has(name) ? [{ text: source }] : [];
  return [{ element: name, attributes }, ...whole, ...inlines.flatMap(inlineTokens), 'end'];
}
