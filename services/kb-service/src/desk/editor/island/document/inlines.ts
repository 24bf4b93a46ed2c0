import type { EditorWords } from '@guidepost/i18n/texts';
import { Mark, Node } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Code as InlineCode } from '@tiptap/extension-code';
import { Italic } from '@tiptap/extension-italic';
import { Strike } from '@tiptap/extension-strike';
import { Underline } from '@tiptap/extension-underline';
import { attributeOf, withAttribute } from '../markup/markup.ts';
import { element } from '../page/element.ts';

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

interface ImageOptions {
  /** Where the desk serves files that readers do not see yet. */
  files: string;
  /** Whether the image at this address still needs a description. */
  isNew(address: string): boolean;
  words: Pick<EditorWords['images'], 'alternativeHint' | 'decorative'>;
}

export const Image = Node.create<ImageOptions>({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addOptions: () => ({
    files: '/files/',
    isNew: () => false,
    words: { alternativeHint: '', decorative: '' },
  }),
  renderHTML: ({ HTMLAttributes }) => ['img', HTMLAttributes],
  addNodeView() {
    const { files, isNew, words } = this.options;
    return ({ HTMLAttributes, node, editor, getPos }) => {
      const image = document.createElement('img');
      for (const [name, value] of Object.entries(HTMLAttributes)) image.setAttribute(name, value);
      const address = String(HTMLAttributes.src ?? '');
      image.setAttribute('src', address.replace(/^\/files\//, files));
      const { attributes } = node.attrs;
      if (!isNew(address) || attributeOf(attributes, 'alt') !== undefined)
        return { dom: image, ignoreMutation: () => true };
      image.alt = '';
      const description = createDescription(words, (text, writesOn) => {
        const pos = getPos();
        if (pos === undefined) return;
        const described = withAttribute(attributes, 'alt', text);
        editor.view.dispatch(editor.state.tr.setNodeAttribute(pos, 'attributes', described));
        if (writesOn) editor.view.focus();
      });
      const dom = element('span', { class: 'undescribed' }, image, description);
      const isWithin = ({ target }: Event) => target instanceof Element && description.contains(target);
      return { dom, ignoreMutation: () => true, stopEvent: isWithin };
    };
  },
});

/** Asks below a new image for a text for people who cannot see it. */
function createDescription(
  { alternativeHint, decorative }: ImageOptions['words'],
  describe: (text: string, writesOn: boolean) => void,
): HTMLElement {
  const field = element('input', {
    type: 'text',
    autocomplete: 'off',
    placeholder: alternativeHint,
    'aria-label': alternativeHint,
  });
  let isDone = false;
  const finish = (writesOn: boolean) => {
    if (isDone || !field.value.trim()) return;
    // The field loses the focus when it goes.
    isDone = true;
    describe(field.value.trim(), writesOn);
  };
  field.addEventListener('blur', () => finish(false));
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    // It would send the form around the editor.
    event.preventDefault();
    finish(true);
  });
  const button = element(
    'button',
    { type: 'button', class: 'plain', click: () => describe('', true) },
    decorative,
  );
  return element('span', { class: 'description', contenteditable: 'false' }, field, button);
}

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
