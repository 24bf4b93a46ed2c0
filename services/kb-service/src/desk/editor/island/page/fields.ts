import type { Snapshot } from './snapshot.ts';

const CATEGORY = /^category\[(\d+)\]$/;

type Fields = Omit<Snapshot, 'contentHtml'>;

/** The form around the editor; a field that it does not have is as the page says. */
export function readFields(form: HTMLFormElement, page: Fields): Fields {
  const data = new FormData(form);
  const text = (name: 'title' | 'slug') => data.get(name)?.toString() ?? page[name];
  return {
    title: text('title'),
    slug: text('slug'),
    categories: inOrder(categoriesOf(data), page.categories),
    tags: form.elements.namedItem('tags') ? splitTags(data.getAll('tags').map(String)) : page.tags,
  };
}

/** Ticked boxes are called `category[31]`. */
function categoriesOf(data: FormData): number[] {
  return [...data.keys()].flatMap((name) => CATEGORY.exec(name)?.[1] ?? []).map(Number);
}

/** The categories that the guide had before stay in their order. */
function inOrder(ids: number[], former: number[]): number[] {
  return [...former.filter((id) => ids.includes(id)), ...ids.filter((id) => !former.includes(id))];
}

/** As ticked boxes, or as names with commas between them. */
function splitTags(values: string[]): string[] {
  return values
    .flatMap((value) => value.split(','))
    .map((name) => name.trim())
    .filter(Boolean);
}

export function writeFields(form: HTMLFormElement, { title, slug, categories, tags }: Fields): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue;
    if (field.name === 'title') field.value = title;
    if (field.name === 'slug') field.value = slug;
    const [, category] = CATEGORY.exec(field.name) ?? [];
    if (category) choose(field, categories.includes(Number(category)) ? [field.value] : []);
    if (field.name === 'tags') choose(field, tags);
  }
}

/** Of a guide whose address follows its title. */
export function showSlug(form: HTMLFormElement, slug: string): void {
  const field = form.elements.namedItem('slug');
  if (field instanceof HTMLInputElement) field.placeholder = slug;
}

/** What the page says about a published guide with changes that readers do not see yet. */
export function showChanges(form: HTMLFormElement): void {
  for (const part of form.querySelectorAll<HTMLElement>('[data-changes]')) part.hidden = false;
}

function choose(field: HTMLInputElement | HTMLSelectElement, values: string[]): void {
  if (field instanceof HTMLSelectElement)
    for (const option of field.options) option.selected = values.includes(option.value);
  else if (field.type === 'checkbox' || field.type === 'hidden') field.checked = values.includes(field.value);
  else field.value = values.join(', ');
}
