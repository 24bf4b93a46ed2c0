import type { EditorWords } from '@guidepost/i18n/texts';
import { type Editor, Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { attributesOf, type UploadedImage } from '../dialogs/image-dialog.ts';
import { type FileAnswer, linkTo, sendFile } from '../dialogs/send-file.ts';
import { element } from '../page/element.ts';

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
  /** Resolves when nothing is on its way. */
  settled(): Promise<unknown>;
  isBusy(): boolean;
  /** Whether someone has just inserted the image at this address, and is asked to describe it. */
  isNew(address: string): boolean;
}

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
    const rows = files.map((file) => createRow(file, places.words));
    for (const [order, row] of rows.entries())
      change(editor, { add: { at, row, order: order - rows.length } });
    for (const row of rows.toReversed()) enqueue(editor, row);
  }

  function enqueue(editor: Editor, row: Row): void {
    const sending = before.then(() => send(editor, row));
    before = Promise.allSettled([sending]);
    waiting.add(sending);
    void sending.finally(() => waiting.delete(sending));
  }

  async function send(editor: Editor, row: Row): Promise<void> {
    const { file } = row;
    const isImage = file.type.startsWith('image/');
    const place = { url: isImage ? places.images : places.files, token: places.token };
    const answer = await sendFile<UploadedImage | FileAnswer>(place, {
      field: isImage ? 'image' : 'file',
      file,
      onProgress: row.progress,
    });
    if ('error' in answer)
      row.refuse(
        answer.error,
        () => enqueue(editor, row),
        () => change(editor, { remove: row }),
      );
    else insert(editor, row, answer);
  }

  function insert(editor: Editor, row: Row, answer: UploadedImage | FileAnswer): void {
    const [shown] =
      WAITING.getState(editor.state)?.find(undefined, undefined, (spec) => spec.row === row) ?? [];
    const at = shown?.from ?? editor.state.selection.from;
    if ('src' in answer) fresh.add(answer.src);
    const content =
      'src' in answer ? { type: 'image', attrs: { attributes: attributesOf(answer) } } : linkTo(answer);
    const { empty, from } = editor.state.selection;
    editor.commands.insertContentAt(at, content, { updateSelection: false });
    change(editor, { remove: row });
    // The cursor stood there, and is behind the picture now.
    if (!empty || from !== at || !editor.view.hasFocus()) return;
    const picture = editor.view.nodeDOM(at);
    if (picture instanceof HTMLElement) picture.scrollIntoView({ block: 'nearest' });
    editor.commands.scrollIntoView();
  }

  return {
    extension: Extension.create({ name: 'uploads', addProseMirrorPlugins: () => [plugin()] }),
    take,
    settled: () => Promise.allSettled(waiting),
    isBusy: () => waiting.size > 0,
    isNew: (address) => fresh.has(address),
  };
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

interface Row {
  file: File;
  element: HTMLElement;
  progress(share: number): void;
  /** @param reason empty if the service could not be reached */
  refuse(reason: string, again: () => void, dismiss: () => void): void;
}

/** A file on its way: a thumbnail, its name and size, and how much of it has been sent or why it cannot be taken. */
function createRow(file: File, { images, files, saving, search }: EditorWords): Row {
  const bar = element('progress', { max: '1', value: '0', 'aria-label': file.name });
  const note = element('span', {}, bar);
  const row = element(
    'span',
    { class: 'upload', contenteditable: 'false' },
    element('span', { class: 'name' }, `${file.name} (${sizeOf(file)})`),
    note,
  );
  const isImage = file.type.startsWith('image/');
  if (isImage) void drawThumbnail(file).then((picture) => picture && row.prepend(picture));
  const button = (label: string, click: () => void) =>
    element('button', { type: 'button', class: 'plain', click }, label);
  return {
    file,
    element: row,
    progress(share) {
      bar.value = share;
    },
    refuse(reason, again, dismiss) {
      const retry = () => {
        bar.value = 0;
        note.replaceChildren(bar);
        again();
      };
      const text = element('span', { role: 'alert' }, reason || (isImage ? images.failed : files.failed));
      const actions = reason ? [] : [button(saving.tryAgain, retry), ' '];
      note.replaceChildren(text, ' ', ...actions, button(search.close, dismiss));
    },
  };
}

/** In the language of the page, such as "1.2 MB". */
function sizeOf({ size }: File): string {
  const [unit, value] = size < 1_000_000 ? ['kilobyte', size / 1_000] : ['megabyte', size / 1_000_000];
  const style = { style: 'unit', unit, maximumFractionDigits: value < 10 ? 1 : 0 } as const;
  return new Intl.NumberFormat(document.documentElement.lang || undefined, style).format(value);
}

/** Twice of what is shown, for sharp screens. */
const THUMBNAIL = 144;

/** On a canvas, since the policy of the page allows no image that is not at an address. */
async function drawThumbnail(file: File): Promise<HTMLCanvasElement | undefined> {
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, THUMBNAIL / Math.max(picture.width, picture.height));
    const canvas = element('canvas', { 'aria-hidden': 'true' });
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const context = canvas.getContext('2d');
    if (context) context.imageSmoothingQuality = 'high';
    context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    return canvas;
  } catch {
    // Browsers cannot show every type that the service takes.
    return undefined;
  }
}
