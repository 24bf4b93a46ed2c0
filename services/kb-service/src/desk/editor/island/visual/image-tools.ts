import type { EditorWords } from '@guidepost/i18n/texts';
import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { type Attributes, attributeOf, withAttribute, withoutAttribute } from '../markup/markup.ts';
import { element } from '../page/element.ts';
import { icon } from './icons.ts';
import { createToolbar } from './toolbar.ts';
import { createButton, type Tool } from './tools.ts';

/** As the width of an image in HTML, which pages show without a style sheet, too. */
const WIDTHS = { half: '50%', full: '100%' } as const;

export interface ImageActions {
  link(): void;
  /** Puts another image in the place of the one at a position. */
  replace(at: number, file: File): void;
}

/** The image that is selected, and where. */
interface Selected {
  at: number;
  attributes: Attributes;
  /** As the browser has loaded it. */
  loaded: HTMLImageElement | undefined;
}

/** Tools for the image that is selected: its width, its link, another image in its place, and its text. */
export function createImageTools(editor: Editor, words: EditorWords, actions: ImageActions) {
  const { images } = words;
  const file = element('input', { type: 'file', accept: 'image/*', hidden: true });
  const text = element('input', { type: 'text', autocomplete: 'off' });
  const label = element('label', { class: 'alternative' }, element('span', {}, images.alternative), text);
  const tools = createToolbar({
    label: images.title,
    groups: [
      [width('natural', images.natural), width('half', images.half), width('full', images.full)],
      [
        createButton({
          label: words.tools.link,
          icon: icon('link'),
          run: actions.link,
          isPressed: () => editor.isActive('link'),
        }),
        createButton({ label: images.replace, icon: icon('replace'), run: () => file.click() }),
      ],
    ],
    leave: () => editor.view.focus(),
  });
  const bar = element('div', { class: 'image-tools' }, tools.element, label, file);

  function width(name: 'natural' | keyof typeof WIDTHS, title: string): Tool {
    return createButton({
      label: title,
      icon: icon(name),
      isPressed: () => widthOf(selectedIn(editor)) === name,
      run() {
        const selected = selectedIn(editor);
        if (selected) write(selected.at, withWidth(selected, name));
      },
    });
  }

  function write(at: number, attributes: Attributes): void {
    editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'attributes', attributes));
  }

  text.addEventListener('input', () => {
    const selected = selectedIn(editor);
    if (selected) write(selected.at, withAttribute(selected.attributes, 'alt', text.value.trim()));
  });
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Enter would send the form around the editor.
    event.preventDefault();
    editor.view.focus();
  });
  file.addEventListener('change', () => {
    const selected = selectedIn(editor);
    const [picked] = file.files ?? [];
    if (selected && picked) actions.replace(selected.at, picked);
    // The same file may be chosen again.
    file.value = '';
    editor.view.focus();
  });
  return {
    element: bar,
    refresh() {
      const selected = selectedIn(editor);
      bar.hidden = !selected;
      if (!selected) return;
      tools.refresh();
      const alternative = attributeOf(selected.attributes, 'alt');
      text.placeholder = alternative === '' ? images.decorative : images.alternativeHint;
      if (document.activeElement !== text) text.value = alternative ?? '';
    },
  };
}

function selectedIn({ state, view }: Editor): Selected | undefined {
  const { selection } = state;
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'image') return undefined;
  const { from: at, node } = selection;
  const shown = view.nodeDOM(at);
  const loaded =
    shown instanceof HTMLImageElement ? shown : shown instanceof HTMLElement && shown.querySelector('img');
  return { at, attributes: node.attrs.attributes, loaded: loaded || undefined };
}

function widthOf(selected: Selected | undefined): string | undefined {
  const width = selected && attributeOf(selected.attributes, 'width');
  if (width === WIDTHS.half) return 'half';
  if (width === WIDTHS.full) return 'full';
  const isNatural = !width || Number(width) === selected.loaded?.naturalWidth;
  return isNatural ? 'natural' : undefined;
}

/** Without a height, which follows from the width; a natural size has both, so that the page does not jump. */
function withWidth({ attributes, loaded }: Selected, name: 'natural' | keyof typeof WIDTHS): Attributes {
  const bare = withoutAttribute(attributes, 'height');
  if (name !== 'natural') return withAttribute(bare, 'width', WIDTHS[name]);
  if (!loaded?.naturalWidth) return withoutAttribute(bare, 'width');
  const { naturalWidth, naturalHeight } = loaded;
  return withAttribute(withAttribute(bare, 'width', String(naturalWidth)), 'height', String(naturalHeight));
}
