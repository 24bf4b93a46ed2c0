import { type Change, diffWordsWithSpace } from 'diff';
import { type EditorWords, fillIn } from '../../words/editor-words.ts';
import { element } from '../page/element.ts';
import { openDialog } from './form-dialog.ts';

export interface Version {
  title: string;
  contentHtml: string;
}

export interface Conflict {
  mine: Version;
  theirs: Version;
  /** Who changed what when. */
  description: string;
  takeTheirs(): void;
  keepMine(): void;
  keepBoth(): void;
  later?(): void;
}

/** Milliseconds; long texts that have nothing in common are shown without marks. */
const COMPARISON_TIMEOUT = 1_000;

/** Shows two versions beside each other, and asks which one stays. */
export function openConflictDialog(conflict: Conflict, words: EditorWords): void {
  const { mine, theirs, description } = conflict;
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
    content: [element('p', {}, description), comparison(mine, theirs, words)],
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

function comparison(mine: Version, theirs: Version, { conflict }: EditorWords): HTMLElement {
  const [one, other] = [plainText(mine), plainText(theirs)];
  const changes = diffWordsWithSpace(other, one, { timeout: COMPARISON_TIMEOUT });
  const parts = changes ?? [
    { value: one, added: true, removed: false },
    { value: other, added: false, removed: true },
  ];
  return element(
    'div',
    { class: 'comparison' },
    pane(
      conflict.mine,
      parts.filter(({ removed }) => !removed),
    ),
    pane(
      conflict.theirs,
      parts.filter(({ added }) => !added),
    ),
  );

  function plainText({ title, contentHtml }: Version): string {
    return `${fillIn(conflict.titleOf, title)}\n\n${textOf(contentHtml)}`;
  }
}

function pane(label: string, parts: readonly Pick<Change, 'value' | 'added' | 'removed'>[]): HTMLElement {
  const text = parts.map(({ value, added, removed }) =>
    added || removed ? element(added ? 'ins' : 'del', {}, value) : value,
  );
  return element(
    'section',
    { 'aria-label': label },
    element('h3', {}, label),
    element('div', { class: 'version', tabindex: '0', role: 'group', 'aria-label': label }, ...text),
  );
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
