import { type EditorWords, fill } from '@guidepost/i18n/texts';
import { type Editor, getMarkRange } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { attributeOf, withAttribute } from '../markup/markup.ts';
import { element, newId } from '../page/element.ts';
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

/** A combobox with a list, as in the ARIA Authoring Practices. */
function createGuideSearch(
  { control }: Field,
  { words: { links }, url, onChoose }: GuideSearch,
): HTMLElement {
  const list = element('ul', {
    class: 'found',
    role: 'listbox',
    id: newId(),
    'aria-label': links.title,
    hidden: true,
  });
  const status = element('p', { class: 'hint', role: 'status' });
  let guides: FoundGuide[] = [];
  let active = -1;
  let search = new AbortController();

  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  }))
    control.setAttribute(name, value);

  function show(next: FoundGuide[]): void {
    const chosen = guides[active]?.address;
    guides = next;
    list.replaceChildren(
      ...guides.map((guide, index) =>
        element(
          'li',
          { role: 'option', id: `${list.id}-${index}`, mousedown: (event) => choose(event, guide) },
          guide.title,
        ),
      ),
    );
    list.hidden = guides.length === 0;
    control.setAttribute('aria-expanded', String(guides.length > 0));
    activate(guides.findIndex(({ address }) => address === chosen));
  }

  function activate(index: number): void {
    active = index;
    for (const [at, option] of Array.from(list.children).entries())
      option.setAttribute('aria-selected', String(at === index));
    if (index === -1) control.removeAttribute('aria-activedescendant');
    else control.setAttribute('aria-activedescendant', `${list.id}-${index}`);
    list.children[index]?.scrollIntoView({ block: 'nearest' });
  }

  function choose(event: Event, guide: FoundGuide): void {
    event.preventDefault();
    control.value = guide.address;
    onChoose(guide);
    status.textContent = '';
    show([]);
  }

  async function find(): Promise<void> {
    activate(-1);
    search.abort();
    search = new AbortController();
    const query = control.value.trim();
    if (query.length < 2 || /^[a-z]+:|^[/#]/i.test(query)) return show([]);
    try {
      const response = await fetch(`${url}?${new URLSearchParams({ q: query })}`, { signal: search.signal });
      if (!response.ok) return show([]);
      show(await response.json());
      status.textContent = guides.length > 0 ? fill(links.found, { number: guides.length }) : links.noneFound;
    } catch {
      // Another search has begun, or the network is gone: an address can still be typed.
    }
  }

  control.addEventListener('input', () => void find());
  control.addEventListener('keydown', (event) => {
    const guide = guides[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      if (guides.length > 0)
        activate((active + step + guides.length + (active === -1 && step === -1 ? 1 : 0)) % guides.length);
    } else if (event.key === 'Enter' && guide) choose(event, guide);
    else if (event.key === 'Escape' && guides.length > 0) {
      event.preventDefault();
      show([]);
    }
  });
  return element('div', { class: 'guide-search' }, list, status);
}
