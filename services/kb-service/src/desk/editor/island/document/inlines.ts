import { Mark, Node } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Code as InlineCode } from '@tiptap/extension-code';
import { Italic } from '@tiptap/extension-italic';
import { Strike } from '@tiptap/extension-strike';
import { Underline } from '@tiptap/extension-underline';

const hidden = { default: null, rendered: false, parseHTML: () => null };

/** Sources may nest any of these in any other, and in itself. */
const nestable = { excludes: '' };

const Link = Mark.create({
  name: 'link',
  inclusive: false,
  ...nestable,
  parseHTML: () => [{ tag: 'a[href]' }],
  renderHTML: ({ HTMLAttributes }) => ['a', HTMLAttributes, 0],
});

/** `kbd`, `sub`, `sup`, `mark`, `span` and the like. */
const Inline = Mark.create({
  name: 'inline',
  ...nestable,
  renderHTML: ({ mark, HTMLAttributes }) => [
    mark.attrs.tag === 'a' || mark.attrs.tag === 'label' ? 'span' : (mark.attrs.tag ?? 'span'),
    HTMLAttributes,
    0,
  ],
});

export const Image = Node.create<{ files: string }>({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  /** Where the desk serves files that readers do not see yet. */
  addOptions: () => ({ files: '/files/' }),
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView() {
    const { files } = this.options;
    return ({ HTMLAttributes }) => {
      const dom = document.createElement('img');
      for (const [name, value] of Object.entries(HTMLAttributes)) dom.setAttribute(name, value);
      dom.setAttribute('src', String(HTMLAttributes.src ?? '').replace(/^\/files\//, files));
      return { dom, ignoreMutation: () => true };
    };
  },
});

/** A player; `source` is its whole markup, and the surface shows where it is from. */
const Media = Node.create({
  name: 'media',
  group: 'inline',
  inline: true,
  draggable: true,
  atom: true,
  addAttributes: () => ({ tag: hidden, source: hidden }),
  renderHTML({ node }) {
    const address = /\ssrc="([^"]*)"/.exec(node.attrs.source)?.[1] ?? '';
    return ['span', { class: 'media', 'data-element': node.attrs.tag }, address];
  },
});

/** An element without content: a place to link to, a checkbox, `wbr`. */
const Point = Node.create({
  name: 'point',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({ tag: hidden }),
  renderHTML({ node }) {
    const { tag, attributes } = node.attrs;
    const isTicked = attributes.some(([name]: [string]) => name === 'checked');
    return ['span', { class: 'point', 'data-element': tag, ...(isTicked ? { 'data-ticked': '' } : {}) }];
  },
});

export const INLINES = [
  Bold.extend(nestable),
  Italic.extend(nestable),
  Strike.extend(nestable),
  Underline.extend(nestable),
  InlineCode.extend(nestable),
  Link,
  Inline,
  Image,
  Media,
  Point,
];
