import type { EditorWords } from '@guidepost/i18n/texts';
import type { Editor } from '@tiptap/core';
import { folded } from '../page/combobox.ts';
import { makeCode, toggleTasks } from './commands.ts';
import type { Dialogs } from './formatting.ts';
import type { IconName } from './icons.ts';
import { insertTable } from './table-commands.ts';
import { CALLOUTS, type CalloutKind, calloutAt, setCallout, toggleDetails } from './wrapping-commands.ts';

/** Something that the menu of blocks offers. */
export interface BlockChoice {
  label: string;
  icon: IconName;
  /** Names by which it is found in any language. */
  names: string;
  isPossible: boolean;
  /** Makes it of the block that the cursor is in, or inserts it there. */
  run(): void;
}

/** All of them, in the order of the menu. */
export function blockChoices(editor: Editor, words: EditorWords, dialogs: Dialogs): BlockChoice[] {
  const { styles, tools, callouts } = words;
  const chain = () => editor.chain().focus();
  const isInTable = editor.isActive('table');

  const choice = (icon: IconName, label: string, names: string, run: () => unknown, isPossible = true) => ({
    icon,
    label,
    names,
    isPossible,
    run: () => void run(),
  });
  const heading = (level: 2 | 3 | 4) =>
    choice(`heading${level}`, styles[`heading${level}`], `h${level} heading`, () =>
      chain().setHeading({ level }).run(),
    );
  const callout = (kind: CalloutKind) =>
    choice(
      kind,
      `${words.callout}: ${callouts[kind]}`,
      `${kind} callout`,
      () => setCallout(editor, kind, callouts),
      calloutAt(editor) !== kind,
    );

  return [
    heading(2),
    heading(3),
    heading(4),
    choice('bulletList', tools.bulletList, 'ul bulleted list', () => chain().toggleBulletList().run()),
    choice('orderedList', tools.orderedList, 'ol numbered list', () => chain().toggleOrderedList().run()),
    choice('taskList', tools.taskList, 'todo task list checklist', () => toggleTasks(editor)),
    choice('quote', tools.quote, 'quote blockquote', () => chain().toggleBlockquote().run()),
    ...CALLOUTS.map(callout),
    choice('codeBlock', styles.codeBlock, 'code pre', () => makeCode(editor)),
    choice('table', tools.table, 'table', () => insertTable(editor), !isInTable),
    choice('image', tools.image, 'image picture img', dialogs.image),
    choice('file', tools.file, 'file attachment', dialogs.file),
    choice('video', tools.video, 'video', dialogs.video),
    choice('details', tools.details, 'details collapsible section', () => toggleDetails(editor)),
    choice('rule', tools.rule, 'hr rule line', () => chain().setHorizontalRule().run()),
  ].filter(({ isPossible }) => isPossible);
}

/** Those that have the words in their label, or names that begin with them; all of them without any. */
export function findBlocks(choices: readonly BlockChoice[], query: string): BlockChoice[] {
  const wanted = folded(query);
  const isFound = ({ label, names }: BlockChoice) =>
    folded(label).includes(wanted) || names.split(' ').some((name) => name.startsWith(wanted));
  return choices.filter(isFound);
}
