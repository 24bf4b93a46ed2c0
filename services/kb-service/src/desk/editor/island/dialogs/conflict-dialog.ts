import { type EditorWords, fill } from '@guidepost/i18n/texts';
import { element } from '../page/element.ts';
import type { Comparison } from '../page/snapshot.ts';
import { openDialog } from './form-dialog.ts';

export interface Version {
  title: string;
  contentHtml: string;
}

export interface Conflict {
  mine: Version;
  theirs: Version;
  /** Undefined if the server does not answer: both are shown without marks. */
  comparison: Comparison | undefined;
  /** Who changed what when. */
  description: string;
  takeTheirs(): void;
  keepMine(): void;
  keepBoth(): void;
  later?(): void;
}

/** Shows two versions beside each other, and asks which one stays. */
export function openConflictDialog(conflict: Conflict, words: EditorWords): void {
  const { description } = conflict;
  let isDecided = false;
  const decide = (label: string, run: () => void, isPlain: boolean) => ({
    label,
    isPlain,
    run() {
      isDecided = true;
      run();
      return true;
    },
  });
  openDialog({
    title: words.conflict.title,
    content: [element('p', {}, description), beside(conflict, words)],
    actions: [
      decide(words.conflict.keepBoth, conflict.keepBoth, false),
      decide(words.conflict.keepMine, conflict.keepMine, true),
      decide(words.conflict.takeTheirs, conflict.takeTheirs, true),
    ],
    cancel: words.conflict.later,
    isWide: true,
    onClose() {
      if (!isDecided) conflict.later?.();
    },
  });
}

function beside({ mine, theirs, comparison }: Conflict, { conflict }: EditorWords): HTMLElement {
  return element(
    'div',
    { class: 'versions' },
    pane(conflict.mine, 'mine', mine),
    pane(conflict.theirs, 'theirs', theirs),
  );

  function pane(label: string, side: 'mine' | 'theirs', version: Version): HTMLElement {
    const [own, other] = side === 'mine' ? (['ins', 'del'] as const) : (['del', 'ins'] as const);
    const title = element('span');
    const content = element('div', { class: comparison ? 'prose' : 'plain' });
    if (comparison) {
      title.innerHTML = comparison.title;
      content.innerHTML = comparison.contentHtml;
      for (const part of [title, content]) removeMarks(part, `${other}.change`);
    } else {
      title.append(version.title);
      content.append(textOf(version.contentHtml));
    }
    const fields = (comparison?.fields ?? []).map((field) =>
      element('p', {}, `${field.label}: `, element(own, { class: 'change' }, field[side])),
    );
    const attributes = { class: 'version comparison', tabindex: '0', role: 'group', 'aria-label': label };
    return element(
      'section',
      { 'aria-label': label },
      element('h3', {}, label),
      ...(comparison?.note ? [element('p', { class: 'hint' }, comparison.note)] : []),
      element(
        'div',
        attributes,
        element('p', {}, fill(conflict.titleOf, { title: '' }), title),
        content,
        ...fields,
      ),
    );
  }
}

/** Removes what only the other version has, with the paragraphs and lists that are empty without it. */
function removeMarks(root: HTMLElement, selector: string): void {
  for (const mark of root.querySelectorAll(selector)) {
    let gone: Element = mark;
    while (gone.parentElement && gone.parentElement !== root && gone.parentElement.childNodes.length === 1)
      gone = gone.parentElement;
    gone.remove();
  }
}

const BLOCKS = 'p, li, h1, h2, h3, h4, h5, h6, pre, tr, dt, dd, div, summary, figcaption, blockquote, br';

function textOf(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const block of page.body.querySelectorAll(BLOCKS)) block.append('\n');
  for (const cell of page.body.querySelectorAll('td, th')) cell.append('\t');
  const text = page.body.textContent ?? '';
  return text
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}
