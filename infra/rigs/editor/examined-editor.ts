import english from '../../../packages/i18n/texts/en.json' with { type: 'json' };
import { writeInFull } from '../../../services/kb-service/src/desk/editor/island/document/from-document.ts';
import { isLoss, openDocument } from '../../../services/kb-service/src/desk/editor/island/document/losses.ts';
import { createMargins } from '../../../services/kb-service/src/desk/editor/island/page/clear-area.ts';
import { createUploads } from '../../../services/kb-service/src/desk/editor/island/visual/uploads.ts';
import { createVisualEditor } from '../../../services/kb-service/src/desk/editor/island/visual/visual-editor.ts';

/** The effect of the editor on a guide. Runs in a browser. */
export interface Examination {
  /** Why it cannot be edited as text, if so. */
  loss?: unknown;
  /** Milliseconds until it was shown. */
  shownAfter: number;
  /** Saved without a change, it has the same bytes. */
  isUnchanged: boolean;
  /** Written again from the document, browsers make the same elements and texts of it. */
  survives: boolean;
  /** Bytes that a letter typed into the first text changed elsewhere. */
  changedElsewhere: number;
  /** The same bytes again after the letter is taken back. */
  isRestored: boolean;
}

const nothing = () => {};

const visual = createVisualEditor({
  words: english.editor,
  text: { lang: 'en', dir: 'ltr' },
  files: '/files/',
  uploads: createUploads({ words: english.editor, images: '', files: '', token: () => '' }),
  margins: createMargins(),
  render: async () => undefined,
  onChange: nothing,
  dialogs: () => ({
    link: nothing,
    image: nothing,
    file: nothing,
    video: nothing,
    remark: nothing,
    keys: nothing,
    files: nothing,
  }),
});
document.body.append(visual.element);

export function examine(html: string): Examination {
  const { editor } = visual;
  const started = performance.now();
  const opened = openDocument(editor.schema, html);
  if (isLoss(opened))
    return {
      loss: opened,
      shownAfter: 0,
      isUnchanged: true,
      survives: false,
      changedElsewhere: 0,
      isRestored: true,
    };
  visual.show(opened, html);
  const shownAfter = performance.now() - started;
  const isUnchanged = visual.html() === html;
  const survives = outline(writeInFull(editor.state.doc)) === outline(html);
  const source = typeLetter(opened.sources);
  const changedElsewhere = changedBytes(html, visual.html()) - source - 1;
  editor.commands.undo();
  const isRestored = visual.html() === html;
  return { shownAfter, isUnchanged, survives, changedElsewhere: Math.max(0, changedElsewhere), isRestored };
}

/** Types into the first text. @returns the length of its block in the source */
function typeLetter(sources: WeakMap<object, string>): number {
  const { editor } = visual;
  let length = 0;
  let at = -1;
  editor.state.doc.descendants((node, pos) => {
    if (at !== -1 || !node.isTextblock || node.content.size === 0) return at === -1;
    at = pos + 1;
    length = sources.get(node)?.length ?? 0;
    return false;
  });
  if (at !== -1) editor.view.dispatch(editor.state.tr.insertText('x', at));
  return length;
}

/** The length of what differs in the longer one. */
function changedBytes(one: string, other: string): number {
  const least = Math.min(one.length, other.length);
  let start = 0;
  while (start < least && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < least - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return Math.max(one.length, other.length) - start - end;
}

/** Elements, attributes and texts as the browser reads them, without white space that is not shown. */
function outline(html: string): string {
  const template = document.createElement('template');
  template.innerHTML = html;
  return outlineOf(template.content, false);
}

function outlineOf(parent: Node, isPreformatted: boolean): string {
  return Array.from(parent.childNodes, (node) => {
    if (node instanceof Text) return isPreformatted ? node.data : node.data.replace(/[ \t\n\r\f]+/g, '');
    if (!(node instanceof Element)) return '';
    const attributes = Array.from(node.attributes, ({ name, value }) => ` ${name}="${value}"`).join('');
    const content = outlineOf(node, isPreformatted || node.localName === 'pre');
    return `<${node.localName}${attributes}>${content}</>`;
  }).join('');
}
