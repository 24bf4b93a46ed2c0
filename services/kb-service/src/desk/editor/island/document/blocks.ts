import { findParentNode, InputRule, mergeAttributes, Node, textblockTypeInputRule } from '@tiptap/core';
import { Blockquote } from '@tiptap/extension-blockquote';
import { CodeBlock } from '@tiptap/extension-code-block';
import { Heading } from '@tiptap/extension-heading';
import { BulletList } from '@tiptap/extension-list/bullet-list';
import { ListItem, type ListItemOptions } from '@tiptap/extension-list/item';
import { OrderedList } from '@tiptap/extension-list/ordered-list';

/** Elements that a browser would open, close or follow when they are clicked. */
const SHOWN_AS: Record<string, string> = {
  details: 'div',
  summary: 'div',
  caption: 'div',
  a: 'div',
  label: 'div',
};

function shownElement(tag: string): [string, Record<string, string>] {
  return [SHOWN_AS[tag] ?? tag, { 'data-element': tag }];
}

/** Text without an element of its own, such as in `<li>text</li>`. */
export const Loose = Node.create({
  name: 'loose',
  group: 'block',
  content: 'inline*',
  /** `home`: the element that it was in. */
  addAttributes: () => ({ home: { default: null, rendered: false, parseHTML: () => null } }),
  parseHTML: () => [{ tag: 'div.loose' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes({ class: 'loose' }, HTMLAttributes), 0],
});

/** An element that is one line of text: `dt`, `summary`, `figcaption`, `caption`. */
export const Line = Node.create({
  name: 'line',
  group: 'block',
  content: 'inline*',
  defining: true,
  addAttributes: () => ({ tag: { default: 'summary', rendered: false, parseHTML: () => 'summary' } }),
  renderHTML({ node, HTMLAttributes }) {
    const [element, marking] = shownElement(node.attrs.tag);
    return [element, mergeAttributes(marking, HTMLAttributes), 0];
  },
});

/**
 * Any other element with blocks in it: `div`, `section`, `details`, `figure`, `dl`, `dd` and whatever else holds some.
 */
export const Box = Node.create({
  name: 'box',
  group: 'block',
  content: '(loose | block)+',
  defining: true,
  addAttributes: () => ({ tag: { default: 'div', rendered: false, parseHTML: () => 'div' } }),
  renderHTML({ node, HTMLAttributes }) {
    const [element, marking] = shownElement(node.attrs.tag);
    return [element, mergeAttributes(marking, HTMLAttributes), 0];
  },
});

interface ItemOptions extends ListItemOptions {
  /** The label of the checkbox of a task. */
  checkbox: string;
}

/** As in Markdown: `[ ] ` or `[x] `. */
const TASK = /^\[([ x])?\]\s$/;

/** `task`: null for an ordinary item, else whether the task is done. */
export const Item = ListItem.extend<ItemOptions>({
  content: '(loose | block)+',
  addAttributes: () => ({
    task: { default: null, rendered: false, parseHTML: () => null },
  }),
  addOptions() {
    return { ...(this.parent?.() as ListItemOptions), checkbox: '' };
  },
  renderHTML({ node, HTMLAttributes }) {
    const { task } = node.attrs;
    if (task === null) return ['li', HTMLAttributes, 0];
    const box = {
      type: 'checkbox',
      contenteditable: 'false',
      'aria-label': this.options.checkbox,
      ...(task ? { checked: '' } : {}),
    };
    return [
      'li',
      mergeAttributes(HTMLAttributes, { class: 'task-list-item' }),
      ['input', box],
      ['div', { class: 'task' }, 0],
    ];
  },
  addKeyboardShortcuts() {
    const split = () => {
      const { task } = this.editor.getAttributes(this.name);
      return this.editor.commands.splitListItem(this.name, typeof task === 'boolean' ? { task: false } : {});
    };
    return { ...this.parent?.(), Enter: split };
  },
  addInputRules() {
    const isItem = findParentNode(({ type }) => type === this.type);
    return [
      new InputRule({
        find: TASK,
        handler({ range, match, chain, state }) {
          const text = chain().deleteRange(range);
          const list = isItem(state.selection) ? text : text.toggleBulletList();
          list
            .command(({ tr }) => {
              const item = isItem(tr.selection);
              if (item) tr.setNodeAttribute(item.pos, 'task', match[1] === 'x');
              return true;
            })
            .run();
        },
      }),
    ];
  },
});

/** The title is the guide's only heading of the first level: `#` and `##` both make one of the second. */
export const Headings = Heading.extend({
  addInputRules() {
    const rule = (signs: string, level: number) =>
      textblockTypeInputRule({
        find: new RegExp(`^${signs}\\s$`),
        type: this.type,
        getAttributes: { level },
      });
    return [rule('##?', 2), rule('###', 3), rule('####', 4)];
  },
  addKeyboardShortcuts() {
    const keys = this.parent?.() ?? {};
    return Object.fromEntries(Object.entries(keys).filter(([key]) => key !== 'Mod-Alt-1'));
  },
});

export const Bullets = BulletList.extend({
  renderHTML: ({ HTMLAttributes }) => ['ul', HTMLAttributes, 0],
});

/** Its `start` and `type` are among the kept attributes. */
export const Numbers = OrderedList.extend({
  addAttributes: () => ({}),
  renderHTML: ({ HTMLAttributes }) => ['ol', HTMLAttributes, 0],
});

export const Quotation = Blockquote.extend({
  renderHTML: ({ HTMLAttributes }) => ['blockquote', HTMLAttributes, 0],
});

/**
 * `code`: attributes of the `<code>` in it, null for a `<pre>` without one; `lineBreak`: see `Line` in content.ts;
 * `lastBreak`: whether the text ends with a line break, which is not shown.
 * Unlike TipTap's, it may have marks in it.
 */
export const Code = CodeBlock.extend({
  content: 'inline*',
  marks: '_',
  addAttributes() {
    const hidden = { rendered: false, keepOnSplit: false };
    return {
      ...this.parent?.(),
      code: { ...hidden, default: [], parseHTML: () => [] },
      lineBreak: { ...hidden, default: false, parseHTML: () => false },
      lastBreak: { ...hidden, default: false, parseHTML: () => false },
    };
  },
  renderHTML: ({ HTMLAttributes }) => ['pre', HTMLAttributes, 0],
});
