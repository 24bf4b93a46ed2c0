import type { EditorWords } from '@guidepost/i18n/texts';
import { Mark, Node } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Code as InlineCode } from '@tiptap/extension-code';
import { Italic } from '@tiptap/extension-italic';
import { Strike } from '@tiptap/extension-strike';
import { Underline } from '@tiptap/extension-underline';
import type { Node as ImageNode } from '@tiptap/pm/model';
import { type Attributes, attributeOf, withAttribute } from '../markup/markup.ts';
import { element } from '../page/element.ts';
import { shownAttributes } from './kept-attributes.ts';

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
    const isUndescribed = (attributes: Attributes) =>
      isNew(attributeOf(attributes, 'src') ?? '') && attributeOf(attributes, 'alt') === undefined;
    return ({ node, editor, getPos }) => {
      let { attributes } = node.attrs;
      const image = document.createElement('img');
      const show = createShow(image, files);
      show(attributes);
      const isAsking = isUndescribed(attributes);
      const shared = {
        ignoreMutation: () => true,
        update(next: ImageNode) {
          if (next.type !== node.type || isUndescribed(next.attrs.attributes) !== isAsking) return false;
          attributes = next.attrs.attributes;
          show(attributes);
          return true;
        },
      };
      if (!isAsking) return { ...shared, dom: image };
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
      return { ...shared, dom, stopEvent: isWithin };
    };
  },
});

/** @returns what brings an image on the surface up to date, without loading it again */
function createShow(image: HTMLImageElement, files: string): (attributes: Attributes) => void {
  let shown: Record<string, string> = {};
  return (attributes) => {
    const { src = '', ...others } = shownAttributes(attributes);
    const next: typeof shown = { ...others, src: src.replace(/^\/files\//, files) };
    // ProseMirror has attributes of its own here.
    for (const name of Object.keys(shown)) if (next[name] === undefined) image.removeAttribute(name);
    for (const [name, value] of Object.entries(next))
      if (shown[name] !== value) image.setAttribute(name, value);
    shown = next;
  };
}

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
