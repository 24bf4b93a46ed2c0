import { type EditorWords, fill } from '@guidepost/i18n/texts';
import { createComboBox, folded } from '../page/combobox.ts';
import { element } from '../page/element.ts';

export interface TagOptions {
  words: EditorWords;
  /** All tags of the knowledge base. */
  known: readonly string[];
  onChange(): void;
}

export interface TagField {
  show(names: readonly string[]): void;
}

interface Offer {
  name: string;
  isNew: boolean;
}

const MOST_OFFERS = 6;

/** Makes a field for names with commas between them one that offers those that there are, and shows each chosen one. */
export function improveTags(input: HTMLInputElement, { words, known, onChange }: TagOptions): TagField {
  const { side } = words;
  const field = element('input', { type: 'text', autocomplete: 'off', id: input.id });
  const chips = element('ul', { class: 'chips' });
  let names = splitTags(input.value);
  const { list, show: offer } = createComboBox<Offer>(field, {
    label: side.suggestions,
    textOf: ({ name, isNew }) => (isNew ? fill(side.newTag, { name }) : name),
    choose({ name }) {
      field.value = '';
      add([name]);
    },
    open: () => offer(offersFor(field.value)),
  });

  function add(typed: readonly string[]): void {
    const before = names.length;
    for (const text of typed) {
      const isSame = (name: string) => folded(name) === folded(text);
      if (!names.some(isSame)) names = [...names, known.find(isSame) ?? text];
    }
    if (names.length > before) change();
  }

  function change(): void {
    draw();
    onChange();
  }

  function draw(): void {
    input.value = names.join(', ');
    chips.hidden = names.length === 0;
    chips.replaceChildren(...names.map(chipOf));
  }

  function chipOf(name: string): HTMLElement {
    const remove = element('button', { type: 'button', 'aria-label': fill(side.removeTag, { name }) }, '×');
    remove.addEventListener('click', () => {
      names = names.filter((other) => other !== name);
      change();
      field.focus();
    });
    return element('li', {}, element('span', {}, name), remove);
  }

  function offersFor(text: string): Offer[] {
    const wanted = folded(text.trim());
    const others = known.filter((name) => !names.includes(name) && folded(name).includes(wanted));
    const first = others.filter((name) => folded(name).startsWith(wanted));
    const rest = others.filter((name) => !first.includes(name));
    const offers = [...first, ...rest].slice(0, MOST_OFFERS).map((name) => ({ name, isNew: false }));
    const isKnown = [...known, ...names].some((name) => folded(name) === wanted);
    return wanted && !isKnown ? [...offers, { name: text.trim(), isNew: true }] : offers;
  }

  /** Typed text is a tag, too. */
  function finish(): void {
    const typed = splitTags(field.value);
    field.value = '';
    offer([]);
    add(typed);
  }

  field.addEventListener('input', () => {
    const end = field.value.lastIndexOf(',');
    const typed = splitTags(field.value.slice(0, end + 1));
    if (end !== -1) field.value = field.value.slice(end + 1).trimStart();
    add(typed);
    offer(field.value.trim() ? offersFor(field.value) : []);
  });
  field.addEventListener('keydown', (event) => {
    if (event.defaultPrevented) return;
    if (event.key === 'Enter') {
      // It would send the form.
      event.preventDefault();
      finish();
    } else if (event.key === 'Backspace' && field.value === '' && names.length > 0) {
      names = names.slice(0, -1);
      change();
    } else if (event.key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) finish();
  });
  field.addEventListener('blur', finish);

  const described = input.getAttribute('aria-describedby');
  if (described) field.setAttribute('aria-describedby', described);
  if (input.ariaInvalid) field.ariaInvalid = input.ariaInvalid;
  input.removeAttribute('id');
  input.type = 'hidden';
  input.after(element('div', { class: 'tag-field' }, chips, field, list));
  draw();
  return {
    show(next) {
      names = [...next];
      draw();
    },
  };
}

/** Names with commas between them. */
export function splitTags(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
}
