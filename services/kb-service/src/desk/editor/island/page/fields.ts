import type { Snapshot } from './snapshot.ts';

type Fields = Omit<Snapshot, 'contentHtml'>;

/** The form around the editor; a field that it does not have is as the page says. */
export function readFields(form: HTMLFormElement, page: Fields): Fields {
  const data = new FormData(form);
  const text = (name: 'title' | 'slug') => data.get(name)?.toString() ?? page[name];
  return {
    title: text('title'),
    slug: text('slug'),
    categories: form.elements.namedItem('categories')
      ? data.getAll('categories').map(Number)
      : page.categories,
    tags: form.elements.namedItem('tags') ? splitTags(data.getAll('tags').map(String)) : page.tags,
  };
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
    if (field.name === 'categories') choose(field, categories.map(String));
    if (field.name === 'tags') choose(field, tags);
  }
}

function choose(field: HTMLInputElement | HTMLSelectElement, values: string[]): void {
  if (field instanceof HTMLSelectElement)
    for (const option of field.options) option.selected = values.includes(option.value);
  else if (field.type === 'checkbox' || field.type === 'hidden') field.checked = values.includes(field.value);
  else field.value = values.join(', ');
}
