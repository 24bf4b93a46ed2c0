import type { Block, Box, Inline, InlineElement, Line, Loose } from '../markup/content.ts';
import { type Attributes, attributeOf, classesOf } from '../markup/markup.ts';

export const TASK_CLASS = 'task-list-item';

export const BOX: Attributes = [
  ['type', 'checkbox'],
  ['disabled', null],
];

export const TICKED: Attributes = [...BOX, ['checked', null]];

interface Task {
  done: boolean;
  blocks: readonly Block[];
}

/** A task as lists in Markdown make them: its text is in a label, after a checkbox and a space. */
export function readTask({ attributes, blocks: [first, ...others] }: Box): Task | undefined {
  if (!classesOf(attributes).includes(TASK_CLASS)) return undefined;
  if (!first || first.kind === 'box' || (first.kind === 'line' && first.name !== 'p')) return undefined;
  const [label, ...after] = first.inlines;
  if (!isElement(label, 'label') || label.attributes.length > 0 || after.length > 0) return undefined;
  return readLabel(label, first, others);
}

function readLabel({ inlines }: InlineElement, first: Line | Loose, others: Block[]): Task | undefined {
  const [box, text, ...rest] = inlines;
  if (!isElement(box, 'input') || typeof text !== 'string' || !text.startsWith(' ')) return undefined;
  if (!isSame(box.attributes, BOX) && !isSame(box.attributes, TICKED)) return undefined;
  const inside = [text.slice(1), ...rest].filter((inline) => inline !== '');
  const done = attributeOf(box.attributes, 'checked') !== undefined;
  return { done, blocks: [{ ...first, inlines: inside }, ...others] };
}

function isElement(inline: Inline | undefined, name: string): inline is InlineElement {
  return typeof inline === 'object' && inline.name === name;
}

function isSame(attributes: Attributes, others: Attributes): boolean {
  return JSON.stringify(attributes) === JSON.stringify(others);
}
