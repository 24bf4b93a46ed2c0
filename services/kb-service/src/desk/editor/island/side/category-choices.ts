import { fill } from '@guidepost/i18n/texts';
import { folded } from '../page/combobox.ts';
import type { EditorPage } from '../page/editor-page.ts';
import { element } from '../page/element.ts';
import { type NewCategory, openCategoryDialog, type Parent } from './category-dialog.ts';

/** Fewer are seen at a glance. */
const FEWEST_TO_FILTER = 8;

interface Choice extends Parent {
  row: HTMLElement;
}

/** Adds a filter to the ticked boxes of categories, and a new category for who may create one. */
export function improveCategories(place: HTMLElement, page: EditorPage, onChange: () => void): void {
  const { side } = page.words;
  const label = { 'aria-label': side.filter, placeholder: side.filter };
  const field = element('input', { type: 'search', autocomplete: 'off', ...label });
  const status = element('p', { class: 'hint', role: 'status' });

  function filter(): void {
    const wanted = folded(field.value.trim());
    const choices = choicesIn(place);
    const found = choices.filter(({ name }) => folded(name).includes(wanted));
    const shown = new Set(found.flatMap((choice) => trailOf(choices, choice)));
    for (const choice of choices) choice.row.hidden = !shown.has(choice);
    field.hidden = choices.length < FEWEST_TO_FILTER;
    status.textContent = wanted ? fill(side.found, { number: found.length }) : '';
  }

  function add({ id, name, parent }: NewCategory<Choice>): void {
    const choices = choicesIn(place);
    const depth = parent ? parent.depth + 1 : 0;
    const row = rowOf({ id, name, depth });
    const after = parent ? choices.indexOf(parent) : choices.length - 1;
    const next = choices.findIndex((choice, index) => index > after && choice.depth < depth);
    place.insertBefore(row, choices[next]?.row ?? null);
    place.querySelector('.quiet')?.remove();
    field.value = '';
    filter();
    row.scrollIntoView({ block: 'nearest' });
    onChange();
  }

  field.addEventListener('input', filter);
  field.addEventListener('keydown', (event) => {
    // It would send the form.
    if (event.key === 'Enter') event.preventDefault();
  });
  place.before(field, status);
  const { structure } = page;
  if (structure) {
    const open = () => openCategoryDialog(page, { ...structure, parents: choicesIn(place), onCreated: add });
    const button = { type: 'button', class: 'link', click: open };
    place.after(element('button', button, structure.words.newCategory));
  }
  filter();
}

function choicesIn(place: HTMLElement): Choice[] {
  return [...place.querySelectorAll<HTMLElement>('label')].map((row) => ({
    row,
    id: Number(/\d+/.exec(row.querySelector('input')?.name ?? '')?.[0]),
    name: row.textContent.trim(),
    depth: Number(row.dataset.depth),
  }));
}

/** With the categories that it is in. */
function trailOf(choices: readonly Choice[], choice: Choice): Choice[] {
  const before = choices.slice(0, choices.indexOf(choice));
  const parent = before.findLast(({ depth }) => depth < choice.depth);
  return parent ? [...trailOf(choices, parent), choice] : [choice];
}

function rowOf({ id, name, depth }: Parent): HTMLElement {
  const box = element('input', { type: 'checkbox', name: `category[${id}]`, value: 'on', checked: true });
  const text = element('span', {}, '\u2003'.repeat(depth) + name);
  return element('label', { class: 'check', 'data-depth': String(depth) }, box, ' ', text);
}
