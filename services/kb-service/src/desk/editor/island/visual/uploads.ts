import type { EditorWords } from '@guidepost/i18n/texts';
import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { attributesOf, replacedBy, type UploadedImage } from '../dialogs/image-dialog.ts';
import { type FileAnswer, linkTo, sendFile } from '../dialogs/send-file.ts';
import { createRow, type Row, type Shown } from './upload-row.ts';

export interface UploadPlaces {
  words: EditorWords;
  /** Where images and where other files are sent to. */
  images: string;
  files: string;
  token(): string;
}

export interface Uploads {
  /** Shows what is on its way in the text. */
  extension: Extension;
  /** Sends files that were dropped or pasted, and inserts them where the cursor is now. */
  take(editor: Editor, files: readonly File[]): void;
  /** Sends an image for the place of the one at a position, unless that is gone when it arrives. */
  replace(editor: Editor, at: number, file: File): void;
  /** Says where the cursor is why something cannot be taken. */
  refuse(editor: Editor, shown: Shown, reason: string): void;
  /** Resolves when nothing is on its way. */
  settled(): Promise<unknown>;
  isBusy(): boolean;
  /** Whether someone has just inserted the image at this address, and is asked to describe it. */
  isNew(address: string): boolean;
}

interface Upload {
  file: File;
  row: Row;
  isReplacement?: boolean;
}

type Answer = UploadedImage | FileAnswer;

type Change = { add: { at: number; row: Row; order: number } } | { remove: Row };

const WAITING = new PluginKey<DecorationSet>('uploads');

export function createUploads(places: UploadPlaces): Uploads {
  const fresh = new Set<string>();
  const waiting = new Set<Promise<unknown>>();
  let before: Promise<unknown> = Promise.resolve();

  /** The last one first, since what is inserted stands behind those that still wait there. */
  function take(editor: Editor, files: readonly File[]): void {
    editor.commands.deleteSelection();
    const at = editor.state.selection.from;
    const uploads = files.map((file, order) => {
      return { file, row: show(editor, file, { at, order: order - files.length }) };
    });
    for (const upload of uploads.toReversed()) enqueue(editor, upload);
  }

  function show(editor: Editor, shown: Shown, place: { at: number; order: number }): Row {
    const row: Row = createRow(shown, places.words, () => change(editor, { remove: row }));
    change(editor, { add: { ...place, row } });
    return row;
  }

  function enqueue(editor: Editor, upload: Upload): void {
    const sending = before.then(() => send(editor, upload));
    before = Promise.allSettled([sending]);
    waiting.add(sending);
    void sending.finally(() => waiting.delete(sending));
  }

  async function send(editor: Editor, upload: Upload): Promise<void> {
    const { file, row } = upload;
    if (row.removed.aborted) return;
    const isImage = file.type.startsWith('image/');
    const place = { url: isImage ? places.images : places.files, token: places.token };
    const answer = await sendFile<Answer>(place, {
      field: isImage ? 'image' : 'file',
      file,
      onProgress: row.progress,
      signal: row.removed,
    });
    if (row.removed.aborted) return;
    if ('error' in answer) row.refuse(answer.error, () => enqueue(editor, upload));
    else arrive(editor, upload, answer);
  }

  function arrive(editor: Editor, { row, isReplacement }: Upload, answer: Answer): void {
    const shown = WAITING.getState(editor.state)?.find(undefined, undefined, (spec) => spec.row === row)[0];
    if ('src' in answer) fresh.add(answer.src);
    if (!isReplacement) insert(editor, answer, shown?.from ?? editor.state.selection.from);
    else if (shown && 'src' in answer) replaceImage(editor, answer, shown.from);
    change(editor, { remove: row });
  }

  return {
    extension: Extension.create({ name: 'uploads', addProseMirrorPlugins: () => [plugin()] }),
    take,
    replace(editor, at, file) {
      // It stays in front of the image when someone writes there.
      const row = show(editor, file, { at, order: 0 });
      enqueue(editor, { file, row, isReplacement: true });
    },
    refuse(editor, shown, reason) {
      show(editor, shown, { at: editor.state.selection.to, order: 0 }).refuse(reason);
    },
    settled: () => Promise.allSettled(waiting),
    isBusy: () => waiting.size > 0,
    isNew: (address) => fresh.has(address),
  };
}

function insert(editor: Editor, answer: Answer, at: number): void {
  const content =
    'src' in answer ? { type: 'image', attrs: { attributes: attributesOf(answer) } } : linkTo(answer);
  const { empty, from } = editor.state.selection;
  editor.commands.insertContentAt(at, content, { updateSelection: false });
  // The cursor stood there, and is behind the picture now.
  if (!empty || from !== at || !editor.view.hasFocus()) return;
  const picture = editor.view.nodeDOM(at);
  if (picture instanceof HTMLElement) picture.scrollIntoView({ block: 'nearest' });
  editor.commands.scrollIntoView();
}

function replaceImage(editor: Editor, answer: UploadedImage, at: number): void {
  const { doc, tr } = editor.state;
  const image = doc.nodeAt(at);
  if (image?.type.name !== 'image') return;
  editor.view.dispatch(tr.setNodeAttribute(at, 'attributes', replacedBy(image.attrs.attributes, answer)));
}

function change(editor: Editor, what: Change): void {
  editor.view.dispatch(editor.state.tr.setMeta(WAITING, what).setMeta('addToHistory', false));
}

/** Keeps each of them at its place while people write around it. */
function plugin(): Plugin<DecorationSet> {
  return new Plugin({
    key: WAITING,
    state: {
      init: () => DecorationSet.empty,
      apply(tr, before) {
        const moved = before.map(tr.mapping, tr.doc);
        const what: Change | undefined = tr.getMeta(WAITING);
        if (!what) return moved;
        if ('remove' in what)
          return moved.remove(moved.find(undefined, undefined, ({ row }) => row === what.remove));
        const { at, row, order } = what.add;
        const spec = { row, side: order, stopEvent: () => true, ignoreSelection: true };
        return moved.add(tr.doc, [Decoration.widget(at, row.element, spec)]);
      },
    },
    props: { decorations: (state) => WAITING.getState(state) },
  });
}
