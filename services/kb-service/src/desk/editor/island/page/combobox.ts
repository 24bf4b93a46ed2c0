import { element, newId } from './element.ts';

export interface ComboBoxOptions<Option> {
  /** The name of the list. */
  label: string;
  textOf(option: Option): string;
  choose(option: Option): void;
  /** Called when an arrow key is pressed while nothing is offered. */
  open?(): void;
}

export interface ComboBox<Option> {
  list: HTMLElement;
  /** Offers these, and closes the list if there are none. */
  show(options: readonly Option[]): void;
  /** No option is the one that Enter chooses. */
  deactivate(): void;
}

/** Makes a field one with a list of options, as in the ARIA Authoring Practices; the caller says which to offer. */
export function createComboBox<Option>(
  control: HTMLInputElement,
  { label, textOf, choose, open }: ComboBoxOptions<Option>,
): ComboBox<Option> {
  const list = element('ul', {
    class: 'found',
    role: 'listbox',
    id: newId(),
    'aria-label': label,
    hidden: true,
    // The field keeps the focus.
    mousedown: (event) => event.preventDefault(),
  });
  let options: readonly Option[] = [];
  let active = -1;

  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
  }))
    control.setAttribute(name, value);

  function show(next: readonly Option[]): void {
    const chosen = options[active];
    options = next;
    list.replaceChildren(...options.map(itemOf));
    list.hidden = options.length === 0;
    control.setAttribute('aria-expanded', String(options.length > 0));
    activate(chosen ? options.findIndex((option) => textOf(option) === textOf(chosen)) : -1);
  }

  function itemOf(option: Option, index: number): HTMLElement {
    const properties = { role: 'option', id: `${list.id}-${index}`, click: () => take(option) };
    return element('li', properties, textOf(option));
  }

  function activate(index: number): void {
    active = index;
    for (const [at, item] of Array.from(list.children).entries())
      item.setAttribute('aria-selected', String(at === index));
    if (index === -1) control.removeAttribute('aria-activedescendant');
    else control.setAttribute('aria-activedescendant', `${list.id}-${index}`);
    list.children[index]?.scrollIntoView({ block: 'nearest' });
  }

  function take(option: Option): void {
    show([]);
    choose(option);
  }

  function move(step: 1 | -1): void {
    const before = active === -1 && step === -1 ? 0 : active;
    activate((before + step + options.length) % options.length);
  }

  control.addEventListener('keydown', (event) => {
    const option = options[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (options.length === 0) open?.();
      if (options.length > 0) move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && option) take(option);
    else if (event.key === 'Escape' && options.length > 0) show([]);
    else return;
    event.preventDefault();
  });
  return { list, show, deactivate: () => activate(-1) };
}

/** Without accents and capital letters, which people leave out where they are in a hurry. */
export function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
