import { type EditorWords, fill } from '@guidepost/i18n/texts';
import { element } from '../page/element.ts';
import type { Comparison, Segment } from '../page/read-comparison.ts';
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
    pane(conflict.mine, 'added', comparison ?? unmarked(mine)),
    pane(conflict.theirs, 'removed', comparison ?? unmarked(theirs)),
  );

  function pane(label: string, kind: 'added' | 'removed', compared: Comparison): HTMLElement {
    const { title, content, fields, note } = compared;
    const others = fields.flatMap((field) => [
      `\n${field.label}: `,
      mark({ kind, text: kind === 'added' ? field.mine : field.theirs }),
    ]);
    const shown = (segments: Segment[]) =>
      segments.filter((segment) => segment.kind === kind || segment.kind === 'same').map(mark);
    const text = [
      fill(conflict.titleOf, { title: '' }),
      ...shown(title),
      '\n\n',
      ...shown(content),
      ...others,
    ];
    return element(
      'section',
      { 'aria-label': label },
      element('h3', {}, label),
      ...(note ? [element('p', { class: 'hint' }, note)] : []),
      element(
        'div',
        { class: 'version comparison', tabindex: '0', role: 'group', 'aria-label': label },
        ...text,
      ),
    );
  }
}

function mark({ kind, text }: Segment): HTMLElement | string {
  if (kind === 'same') return text;
  return element(kind === 'added' ? 'ins' : 'del', {}, text);
}

function unmarked({ title, contentHtml }: Version): Comparison {
  const same = (text: string): Segment[] => [{ kind: 'same', text }];
  return { title: same(title), content: same(textOf(contentHtml)), fields: [] };
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
