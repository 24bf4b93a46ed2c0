import { type EditorWords, sizeIn } from '@guidepost/i18n/texts';
import { element } from '../page/element.ts';

/** A file, or something else that is too large. */
export type Shown = File | { name: string; size: number };

/** A file on its way: a thumbnail, its name and size, and how much of it has been sent or why it cannot be taken. */
export interface Row {
  element: HTMLElement;
  /** Aborted when someone has removed the row. */
  removed: AbortSignal;
  progress(share: number): void;
  /** @param reason empty if the service could not be reached; then it can be tried again */
  refuse(reason: string, again?: () => void): void;
}

export function createRow(shown: Shown, words: EditorWords, onRemove: () => void): Row {
  const isImage = shown instanceof File && shown.type.startsWith('image/');
  const removing = new AbortController();
  const bar = element('progress', { max: '1', value: '0', 'aria-label': shown.name });
  const button = (label: string, click: () => void) =>
    element('button', { type: 'button', class: 'plain', click }, label);
  const remove = button(words.remove, () => {
    removing.abort();
    onRemove();
  });
  const note = element('span', {}, bar, ' ', remove);
  const row = element(
    'span',
    { class: 'upload', contenteditable: 'false' },
    element(
      'span',
      { class: 'name' },
      `${shown.name} (${sizeIn(document.documentElement.lang || 'en', shown.size)})`,
    ),
    note,
  );
  if (isImage) void drawThumbnail(shown).then((picture) => picture && row.prepend(picture));
  return {
    element: row,
    removed: removing.signal,
    progress(share) {
      bar.value = share;
    },
    refuse(reason, again) {
      const retry = () => {
        bar.value = 0;
        note.replaceChildren(bar, ' ', remove);
        again?.();
      };
      const text = reason || (isImage ? words.images.failed : words.files.failed);
      const actions = reason ? [] : [button(words.saving.tryAgain, retry), ' '];
      note.replaceChildren(element('span', { role: 'alert' }, text), ' ', ...actions, remove);
    },
  };
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
