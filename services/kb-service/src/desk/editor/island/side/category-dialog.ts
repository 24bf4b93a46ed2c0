import { createField, openDialog } from '../dialogs/form-dialog.ts';
import type { EditorPage } from '../page/editor-page.ts';
import { element, newId } from '../page/element.ts';

/** A category in which a new one may be. */
export interface Parent {
  id: number;
  name: string;
  /** Below the top. */
  depth: number;
}

export interface NewCategory<Above extends Parent> {
  id: number;
  name: string;
  parent: Above | undefined;
}

interface CategoryDialog<Above extends Parent> {
  /** Where a category is created. */
  url: string;
  words: NonNullable<EditorPage['structure']>['words'];
  parents: readonly Above[];
  onCreated(category: NewCategory<Above>): void;
}

/** Milliseconds. */
const TIMEOUT = 10_000;

/** Asks for the name of a new category, and for the one that it is in. */
export function openCategoryDialog<Above extends Parent>(
  page: EditorPage,
  { url, words, parents, onCreated }: CategoryDialog<Above>,
): void {
  const name = createField({ label: words.name });
  const id = newId();
  const select = element(
    'select',
    { id },
    element('option', { value: '' }, words.top),
    ...parents.map((parent) =>
      element('option', { value: String(parent.id) }, '\u2003'.repeat(parent.depth) + parent.name),
    ),
  );

  async function create(): Promise<boolean> {
    const parent = parents.find((each) => String(each.id) === select.value);
    const answer = await send({ name: name.control.value, parent: parent?.id ?? null });
    if ('id' in answer) onCreated({ ...answer, parent });
    else name.refuse(answer.error || page.words.side.failed);
    return 'id' in answer;
  }

  async function send(category: object): Promise<{ id: number; name: string } | { error: string }> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Desk-Token': page.token },
        body: JSON.stringify(category),
        signal: AbortSignal.timeout(TIMEOUT),
      });
      const answer = await response.json();
      return response.status === 201 ? answer : { error: response.status === 422 ? answer.error : '' };
    } catch {
      return { error: '' };
    }
  }

  openDialog({
    title: words.newCategory,
    content: [
      name.element,
      element('div', { class: 'field' }, element('label', { for: id }, words.parent), select),
    ],
    actions: [{ label: words.newCategory, run: create }],
    cancel: page.words.cancel,
  });
}
