import type { EditorWords } from '@guidepost/i18n/texts';
import type { Editor } from '@tiptap/core';
import { isInline, isTask, makeCode, toggleInline, toggleTasks } from './commands.ts';
import { type IconName, icon } from './icons.ts';
import { insertTable } from './table-commands.ts';
import { createToolbar, type Toolbar } from './toolbar.ts';
import { createButton, createSelect, type Tool } from './tools.ts';
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
  /** A note on what is selected. */
  remark(): void;
  keys(): void;
}

type ToolName = 'style' | 'callout' | keyof EditorWords['tools'];

/** The tools in the row, where it is wide enough. */
const GROUPS: readonly (readonly ToolName[])[] = [
  ['style'],
  ['bold', 'italic', 'code'],
  ['link', 'image', 'file'],
  ['bulletList', 'orderedList', 'taskList'],
  ['quote', 'table', 'callout'],
  ['remark'],
  ['undo', 'redo'],
];

/** In the order in which they leave the row where it is not. */
const LEAVING: readonly ToolName[] = [
  'redo',
  'code',
  'quote',
  'file',
  'taskList',
  'remark',
  'callout',
  'table',
  'orderedList',
  'italic',
  'undo',
  'image',
  'link',
  'bulletList',
  'bold',
  'style',
];

const RARE: readonly ToolName[] = [
  'video',
  'details',
  'rule',
  'strike',
  'kbd',
  'mark',
  'sub',
  'sup',
  'clear',
  'keys',
];

/** The toolbar above the text. */
export function createFormatting(editor: Editor, words: EditorWords, dialogs: Dialogs): Toolbar {
  const tools = createTools(editor, words, dialogs);
  const named = (names: readonly ToolName[]) => names.map((name) => tools[name]);
  return createToolbar({
    label: words.toolbar,
    groups: GROUPS.map(named),
    more: { label: words.moreTools, rare: named(RARE), leaving: named(LEAVING) },
    leave: () => editor.commands.focus(),
  });
}

function createTools(editor: Editor, words: EditorWords, dialogs: Dialogs): Record<ToolName, Tool> {
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

  return {
    style: styleSelect(editor, words),
    bold: mark('bold', 'Control+B'),
    italic: mark('italic', 'Control+I'),
    code: mark('code', 'Control+E'),
    strike: mark('strike', 'Control+Shift+S'),
    kbd: inline('kbd'),
    mark: inline('mark'),
    sub: inline('sub'),
    sup: inline('sup'),
    clear: button('clear', () => clearMarks(editor)),
    link: button('link', dialogs.link, { keys: 'Control+K', isPressed: () => editor.isActive('link') }),
    image: button('image', dialogs.image),
    file: button('file', dialogs.file),
    video: button('video', dialogs.video),
    bulletList: button('bulletList', () => editor.chain().focus().toggleBulletList().run(), {
      isPressed: () => editor.isActive('bulletList') && !isTask(editor),
    }),
    orderedList: button('orderedList', () => editor.chain().focus().toggleOrderedList().run(), {
      isPressed: () => editor.isActive('orderedList'),
    }),
    taskList: button('taskList', () => focused(() => toggleTasks(editor)), {
      isPressed: () => isTask(editor),
    }),
    quote: button('quote', () => editor.chain().focus().toggleBlockquote().run(), {
      isPressed: () => editor.isActive('blockquote'),
    }),
    details: button('details', () => focused(() => toggleDetails(editor)), {
      isPressed: () => isInDetails(editor),
    }),
    table: button('table', () => focused(() => insertTable(editor)), {
      isEnabled: () => !editor.isActive('table'),
    }),
    rule: button('rule', () => editor.chain().focus().setHorizontalRule().run()),
    callout: calloutSelect(editor, words, focused),
    remark: button('remark', dialogs.remark, {
      keys: 'Control+Alt+M',
      isEnabled: () => !editor.state.selection.empty,
    }),
    keys: button('keys', dialogs.keys, { keys: '?' }),
    undo: button('undo', () => editor.chain().focus().undo().run(), {
      keys: 'Control+Z',
      isEnabled: () => editor.can().undo(),
    }),
    redo: button('redo', () => editor.chain().focus().redo().run(), {
      keys: 'Control+Shift+Z',
      isEnabled: () => editor.can().redo(),
    }),
  };
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
