import { type EditorWords, fill } from '@guidepost/i18n/texts';
import { type Editor, getMarkRange } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { attributeOf, withAttribute } from '../markup/markup.ts';
import { createComboBox } from '../page/combobox.ts';
import { element } from '../page/element.ts';
import { asAddress } from './addresses.ts';
import { createField, type Field, openDialog } from './form-dialog.ts';

interface FoundGuide {
  title: string;
  address: string;
}

/** A link on the selected text, or a new one; the address may be found by the title of a guide. */
export function openLinkDialog(editor: Editor, { words, url }: { words: EditorWords; url: string }): void {
  const { links } = words;
  selectLink(editor);
  const { attributes = [] } = editor.getAttributes('link');
  const known = attributeOf(attributes, 'href') ?? '';
  const { from, to, empty } = editor.state.selection;
  const address = createField({ label: links.address, hint: links.addressHint, value: known });
  const text = createField({ label: links.text });
  const found = createGuideSearch(address, {
    words,
    url,
    onChoose: ({ title }) => (text.control.value ||= title),
  });

  function apply(): boolean {
    const href = asAddress(address.control.value);
    if (!href) {
      address.refuse(links.invalid);
      return false;
    }
    const mark = { type: 'link', attrs: { attributes: withAttribute(attributes, 'href', href) } };
    if (empty)
      editor
        .chain()
        .focus()
        .insertContentAt(from, { type: 'text', text: text.control.value || href, marks: [mark] })
        .run();
    else {
      const { tr, schema } = editor.state;
      const link = schema.mark('link', mark.attrs);
      editor.view.dispatch(tr.removeMark(from, to, link.type).addMark(from, to, link));
    }
    return true;
  }

  function remove(): boolean {
    const { tr, schema } = editor.state;
    editor.view.dispatch(tr.removeMark(from, to, schema.mark('link').type));
    return true;
  }

  openDialog({
    title: links.title,
    content: [address.element, found, ...(empty ? [text.element] : [])],
    actions: [
      { label: known ? words.apply : words.insert, run: apply },
      ...(known ? [{ label: links.remove, isPlain: true, run: remove }] : []),
    ],
    cancel: words.cancel,
    onClose: () => editor.commands.focus(),
  });
}

/** The whole link that the cursor is in or beside; an image that is selected stays so. */
function selectLink(editor: Editor): void {
  if (editor.state.selection instanceof NodeSelection) return;
  const { $from, empty } = editor.state.selection;
  const link =
    empty || editor.isActive('link') ? getMarkRange($from, editor.schema.mark('link').type) : undefined;
  if (link) editor.commands.setTextSelection(link);
}

interface GuideSearch {
  words: EditorWords;
  url: string;
  onChoose(guide: FoundGuide): void;
}

/** Guides whose title has what is typed into the field of the address. */
function createGuideSearch(
  { control }: Field,
  { words: { links }, url, onChoose }: GuideSearch,
): HTMLElement {
  const status = element('p', { class: 'hint', role: 'status' });
  let search = new AbortController();
  const { list, show, deactivate } = createComboBox<FoundGuide>(control, {
    label: links.title,
    textOf: ({ title }) => title,
    choose(guide) {
      control.value = guide.address;
      onChoose(guide);
      status.textContent = '';
    },
  });

  async function find(): Promise<void> {
    deactivate();
    search.abort();
    search = new AbortController();
    const query = control.value.trim();
    if (query.length < 2 || /^[a-z]+:|^[/#]/i.test(query)) return show([]);
    try {
      const response = await fetch(`${url}?${new URLSearchParams({ q: query })}`, { signal: search.signal });
      if (!response.ok) return show([]);
      const guides: FoundGuide[] = await response.json();
      show(guides);
      status.textContent = guides.length > 0 ? fill(links.found, { number: guides.length }) : links.noneFound;
    } catch {
      // Another search has begun, or the network is gone: an address can still be typed.
    }
  }

  control.addEventListener('input', () => void find());
  return element('div', { class: 'guide-search' }, list, status);
}
