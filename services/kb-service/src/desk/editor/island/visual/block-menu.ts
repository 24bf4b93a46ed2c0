import { flip, shift, size } from '@floating-ui/dom';
import type { EditorWords } from '@guidepost/i18n/texts';
import { Extension, type Range } from '@tiptap/core';
import { closeHistory } from '@tiptap/pm/history';
import type { EditorState } from '@tiptap/pm/state';
import { Suggestion, type SuggestionKeyDownProps, type SuggestionProps } from '@tiptap/suggestion';
import type { Margins } from '../page/clear-area.ts';
import { element, newId } from '../page/element.ts';
import { type BlockChoice, findBlocks } from './blocks.ts';
import { icon } from './icons.ts';

export interface BlockMenuOptions {
  label: EditorWords['blocks'];
  /** Kept between the menu and the edges of the window. */
  margins: Margins;
  choices(): readonly BlockChoice[];
}

/** `/` at the beginning of a block or after a space opens a menu of blocks, which what is typed next filters. */
export const BlockMenu = Extension.create<BlockMenuOptions>({
  name: 'blockMenu',
  addProseMirrorPlugins() {
    const { label, margins, choices } = this.options;
    let wasOpen = false;
    return [
      Suggestion<BlockChoice, BlockChoice>({
        editor: this.editor,
        char: '/',
        decorationClass: 'slash',
        items: ({ query }) => findBlocks(choices(), query),
        allow({ state, range, isActive }) {
          wasOpen = isActive === true;
          return isProse(state, range);
        },
        // A cursor that comes across a path such as /etc opens nothing.
        shouldShow: ({ transaction, query }) =>
          wasOpen || (transaction.docChanged && !transaction.getMeta('paste') && query === ''),
        command({ editor, range, props: choice }) {
          // One undo gives back what was typed.
          editor.view.dispatch(closeHistory(editor.state.tr));
          editor.chain().focus().deleteRange(range).run();
          choice.run();
          editor.view.dispatch(closeHistory(editor.state.tr));
        },
        render: () => createMenu(label),
        // Within the main part of the page.
        container: '#editor',
        flip: false,
        floatingUi: {
          middleware: [
            flip(() => ({ padding: margins })),
            shift({ padding: 8 }),
            size((state) => ({
              padding: margins,
              apply: ({ availableHeight }) =>
                state.elements.floating.style.setProperty('--room', `${Math.max(availableHeight, 120)}px`),
            })),
          ],
        },
      }),
    ];
  },
});

const PROSE = new Set(['paragraph', 'loose', 'heading']);

function isProse({ doc }: EditorState, { from }: Range): boolean {
  const $from = doc.resolve(from);
  return PROSE.has($from.parent.type.name) && !$from.nodeAfter?.marks.some(({ type }) => type.spec.code);
}

/** A list box beside the cursor; the text keeps the focus, and says which option is active. */
function createMenu(label: string) {
  const list = element('ul', {
    class: 'block-menu',
    role: 'listbox',
    id: newId(),
    'aria-label': label,
    tabindex: '0',
    // The text keeps the focus.
    mousedown: (event) => event.preventDefault(),
  });
  let props: SuggestionProps<BlockChoice, BlockChoice> | undefined;
  let shown: readonly BlockChoice[] = [];
  let active = 0;
  let unmount = () => {};

  function show(next: SuggestionProps<BlockChoice, BlockChoice>): void {
    props = next;
    // The items of the first call come with the second.
    if (next.loading) return;
    shown = next.items;
    list.hidden = shown.length === 0;
    list.replaceChildren(...shown.map(optionOf));
    activate(0);
  }

  function optionOf(choice: BlockChoice, index: number): HTMLElement {
    return element(
      'li',
      {
        role: 'option',
        id: `${list.id}-${index}`,
        click: () => props?.command(choice),
      },
      icon(choice.icon),
      choice.label,
    );
  }

  function activate(index: number): void {
    active = index;
    for (const [at, option] of Array.from(list.children).entries())
      option.setAttribute('aria-selected', String(at === index));
    const option = list.children[index];
    const text = props?.editor.view.dom;
    if (!(option instanceof HTMLElement)) return void text?.removeAttribute('aria-activedescendant');
    text?.setAttribute('aria-activedescendant', option.id);
    // Unlike `scrollIntoView`, this leaves the page where it is.
    const { offsetTop, offsetHeight } = option;
    list.scrollTop = Math.min(
      Math.max(list.scrollTop, offsetTop + offsetHeight - list.clientHeight),
      offsetTop,
    );
  }

  function act(key: string): boolean {
    const choice = shown[active];
    if (!choice) return false;
    if (key === 'ArrowDown') activate((active + 1) % shown.length);
    else if (key === 'ArrowUp') activate((active + shown.length - 1) % shown.length);
    else if (key === 'Enter' || key === 'Tab') props?.command(choice);
    else return false;
    return true;
  }

  return {
    onStart(started: SuggestionProps<BlockChoice, BlockChoice>) {
      props = started;
      list.hidden = true;
      started.editor.view.dom.setAttribute('aria-controls', list.id);
      unmount = started.mount(list);
    },
    onUpdate: show,
    onKeyDown: ({ event }: SuggestionKeyDownProps) => act(event.key),
    onExit() {
      unmount();
      shown = [];
      for (const name of ['aria-controls', 'aria-activedescendant'])
        props?.editor.view.dom.removeAttribute(name);
    },
  };
}
