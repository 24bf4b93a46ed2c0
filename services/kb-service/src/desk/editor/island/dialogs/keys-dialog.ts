import type { EditorWords } from '@guidepost/i18n/texts';
import { element } from '../page/element.ts';
import { openDialog } from './form-dialog.ts';

type Shortcut = readonly [what: string, keys: string];

/** All keys of the editor, and what is typed at the beginning of a line. */
export function openKeysDialog(words: EditorWords, onClose?: () => void): void {
  const { shortcuts } = words;
  const dialog = openDialog({
    title: words.tools.keys,
    content: [listOf(keysOf(words)), element('h3', {}, shortcuts.atStart), listOf(signsOf(words))],
    actions: [],
    cancel: words.search.close,
    isWide: true,
    ...(onClose ? { onClose } : {}),
  });
  // The only button is at the end.
  dialog.scrollTop = 0;
}

/** `?` opens them where it is not typed. */
export function openKeysOnQuestion(words: EditorWords): void {
  window.addEventListener('keydown', (event) => {
    if (event.key !== '?' || isWriting(event) || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    openKeysDialog(words);
  });
}

/** The text and the HTML of the guide take letters, too. */
function isWriting(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('select, textarea, input:not([type="checkbox"])');
}

function listOf(rows: readonly Shortcut[]): HTMLElement {
  return element(
    'dl',
    { class: 'shortcuts' },
    ...rows.map(([what, keys]) =>
      element('div', {}, element('dt', {}, what), element('dd', {}, element('kbd', {}, keyLabel(keys)))),
    ),
  );
}

function keysOf({ tools, styles, shortcuts, blocks }: EditorWords): Shortcut[] {
  return [
    [blocks, '/'],
    [tools.bold, 'Control+B'],
    [tools.italic, 'Control+I'],
    [tools.code, 'Control+E'],
    [tools.strike, 'Control+Shift+S'],
    [tools.link, 'Control+K'],
    [styles.heading2, 'Control+Alt+2'],
    [styles.heading3, 'Control+Alt+3'],
    [styles.heading4, 'Control+Alt+4'],
    [styles.paragraph, 'Control+Alt+0'],
    [tools.bulletList, 'Control+Shift+8'],
    [tools.orderedList, 'Control+Shift+7'],
    [shortcuts.tick, 'Control+Enter'],
    [shortcuts.pastePlain, 'Control+Shift+V'],
    [tools.remark, 'Control+Alt+M'],
    [tools.undo, 'Control+Z'],
    [tools.redo, 'Control+Shift+Z'],
    [shortcuts.save, 'Control+S'],
    [shortcuts.toolbar, 'Alt+F10'],
    [tools.keys, '?'],
  ];
}

function signsOf({ tools, styles }: EditorWords): Shortcut[] {
  return [
    [styles.heading2, '# …'],
    [styles.heading3, '### …'],
    [styles.heading4, '#### …'],
    [tools.bulletList, '- …'],
    [tools.orderedList, '1. …'],
    [tools.taskList, '[ ] …'],
    [tools.quote, '> …'],
    [styles.codeBlock, '```'],
    [tools.rule, '---'],
  ];
}

const MAC: Record<string, string> = { Control: '⌘', Alt: '⌥', Shift: '⇧' };

/** Keys as on `aria-keyshortcuts`, by the names that are on the keyboard. */
export function keyLabel(keys: string): string {
  if (!/Mac|iPhone|iPad/.test(navigator.platform)) return keys.replace('Control', 'Ctrl');
  return keys
    .split('+')
    .map((key) => MAC[key] ?? key)
    .join('');
}
