import type { EditorWords } from '@guidepost/i18n/texts';
import type { Editor } from '@tiptap/core';
import { isInline, isTask, makeCode, toggleInline, toggleTasks } from './commands.ts';
import { type IconName, icon } from './icons.ts';
import { insertTable } from './table-commands.ts';
import { createButton, createSelect, createToolbar, type Tool, type Toolbar } from './toolbar.ts';
import {
  CALLOUTS,
  type CalloutKind,
  calloutAt,
  isInDetails,
  setCallout,
  toggleDetails,
} from './wrapping-commands.ts';

export interface Dialogs {
  link(): void;
  image(): void;
  file(): void;
  video(): void;
}

/** The toolbar above the text. */
export function createFormatting(editor: Editor, words: EditorWords, dialogs: Dialogs): Toolbar {
  const { tools } = words;

  function button(name: keyof typeof tools & IconName, run: () => void, more: object = {}): Tool {
    return createButton({ label: tools[name], icon: icon(name), run, ...more });
  }

  const mark = (name: 'bold' | 'italic' | 'strike' | 'code', keys: string) =>
    button(name, () => editor.chain().focus().toggleMark(name).run(), {
      keys,
      isPressed: () => editor.isActive(name),
    });
  const inline = (tag: 'kbd' | 'mark' | 'sub' | 'sup') =>
    button(tag, () => focused(() => toggleInline(editor, tag)), { isPressed: () => isInline(editor, tag) });

  function focused(run: () => void): void {
    editor.commands.focus();
    run();
  }

  const groups: Tool[][] = [
    [styleSelect(editor, words)],
    [
      mark('bold', 'Control+B'),
      mark('italic', 'Control+I'),
      mark('code', 'Control+E'),
      mark('strike', 'Control+Shift+S'),
    ],
    [inline('kbd'), inline('mark'), inline('sub'), inline('sup'), button('clear', () => clearMarks(editor))],
    [
      button('link', dialogs.link, { keys: 'Control+K', isPressed: () => editor.isActive('link') }),
      button('image', dialogs.image),
      button('file', dialogs.file),
      button('video', dialogs.video),
    ],
    [
      button('bulletList', () => editor.chain().focus().toggleBulletList().run(), {
        isPressed: () => editor.isActive('bulletList') && !isTask(editor),
      }),
      button('orderedList', () => editor.chain().focus().toggleOrderedList().run(), {
        isPressed: () => editor.isActive('orderedList'),
      }),
      button('taskList', () => focused(() => toggleTasks(editor)), { isPressed: () => isTask(editor) }),
    ],
    [
      button('quote', () => editor.chain().focus().toggleBlockquote().run(), {
        isPressed: () => editor.isActive('blockquote'),
      }),
      button('details', () => focused(() => toggleDetails(editor)), { isPressed: () => isInDetails(editor) }),
      button('table', () => focused(() => insertTable(editor)), {
        isEnabled: () => !editor.isActive('table'),
      }),
      button('rule', () => editor.chain().focus().setHorizontalRule().run()),
      calloutSelect(editor, words, focused),
    ],
    [
      button('undo', () => editor.chain().focus().undo().run(), {
        keys: 'Control+Z',
        isEnabled: () => editor.can().undo(),
      }),
      button('redo', () => editor.chain().focus().redo().run(), {
        keys: 'Control+Shift+Z',
        isEnabled: () => editor.can().redo(),
      }),
    ],
  ];
  return createToolbar(words.toolbar, groups, () => editor.commands.focus());
}

function clearMarks(editor: Editor): void {
  editor.chain().focus().unsetAllMarks().run();
}

function styleSelect(editor: Editor, { style, styles }: EditorWords): Tool {
  return createSelect({
    label: style,
    options: [
      ['paragraph', styles.paragraph],
      ['2', styles.heading2],
      ['3', styles.heading3],
      ['4', styles.heading4],
      ['codeBlock', styles.codeBlock],
      ['other', styles.other],
    ],
    value() {
      if (editor.isActive('codeBlock')) return 'codeBlock';
      const level = ['2', '3', '4'].find((each) => editor.isActive('heading', { level: Number(each) }));
      return level ?? (editor.isActive('paragraph') || editor.isActive('loose') ? 'paragraph' : 'other');
    },
    choose(value) {
      const chain = editor.chain().focus();
      if (value === 'paragraph') chain.setParagraph().run();
      else if (value === 'codeBlock') makeCode(editor);
      else if (value !== 'other') chain.setHeading({ level: Number(value) as 2 | 3 | 4 }).run();
    },
  });
}

function calloutSelect(editor: Editor, words: EditorWords, focused: (run: () => void) => void): Tool {
  return createSelect({
    label: words.callout,
    options: [['', words.noCallout], ...CALLOUTS.map((kind) => [kind, words.callouts[kind]] as const)],
    value: () => calloutAt(editor),
    choose: (value) => focused(() => setCallout(editor, value as CalloutKind | '', words.callouts)),
  });
}
