import { Extension } from '@tiptap/core';
import type { Attributes } from '../markup/markup.ts';

/**
 * The attributes of an element that the editing surface shows. IDs would meet those of the page, and handlers must not
 * run.
 */
const SHOWN = new Set(
  `abbr align alt class colspan datetime dir height href lang open reversed rowspan scope span src start title
  type value width`.split(/\s+/),
);

/** Blocks of all kinds; each keeps the attributes that it had, and the white space around it. */
const BLOCKS = [
  'paragraph',
  'heading',
  'loose',
  'line',
  'box',
  'blockquote',
  'bulletList',
  'orderedList',
  'listItem',
  'codeBlock',
  'horizontalRule',
  'captionedTable',
  'table',
  'tableRow',
  'tableCell',
  'tableHeader',
];

const MARKS = ['bold', 'italic', 'strike', 'underline', 'code', 'link', 'inline'];

const INLINES = ['image', 'media', 'point', 'hardBreak'];

/** Attributes of the source that the editor has no use for, and must not lose. */
export const KeptAttributes = Extension.create({
  name: 'keptAttributes',
  addGlobalAttributes() {
    const attributes = {
      default: [],
      keepOnSplit: false,
      parseHTML: () => [],
      renderHTML: (values: Record<string, unknown>) => shownAttributes(values.attributes as Attributes),
    };
    const whiteSpace = { default: null, keepOnSplit: false, rendered: false, parseHTML: () => null };
    const unseen = { default: null, rendered: false, parseHTML: () => null };
    return [
      { types: BLOCKS, attributes: { attributes, gap: whiteSpace, end: whiteSpace } },
      { types: INLINES, attributes: { attributes } },
      // `n` counts elements of the source: which of two comes first, and where one ends and its like begins.
      { types: MARKS, attributes: { attributes, tag: unseen, n: unseen } },
    ];
  },
});

export function shownAttributes(attributes: Attributes): Record<string, string> {
  const shown = attributes.filter(([name]) => SHOWN.has(name));
  return Object.fromEntries(shown.map(([name, value]) => [name, value ?? '']));
}
