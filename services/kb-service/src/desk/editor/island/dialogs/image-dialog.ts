import type { EditorWords } from '@guidepost/i18n/texts';
import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { type Attributes, attributeOf, withAttribute } from '../markup/markup.ts';
import { revealBlock } from '../page/clear-area.ts';
import { element } from '../page/element.ts';
import { createField, openDialog } from './form-dialog.ts';
import { sendFile, type UploadPlace } from './send-file.ts';

/** Asks for what the selected image shows, or for a new image. */
export function openImageDialog(editor: Editor, upload: UploadPlace): void {
  const { selection } = editor.state;
  const chosen =
    selection instanceof NodeSelection && selection.node.type.name === 'image' ? selection.node : undefined;
  if (chosen) askForText(editor, upload.words, chosen.attrs.attributes);
  else askForImage(editor, upload);
}

function createFields({ images }: EditorWords, alternative: string | undefined) {
  const text = createField({
    label: images.alternative,
    hint: images.alternativeHint,
    value: alternative ?? '',
  });
  const decorative = createField({ label: images.decorative, type: 'checkbox' });
  decorative.control.checked = alternative === '';
  const follow = () => {
    text.control.disabled = decorative.control.checked;
  };
  decorative.control.addEventListener('change', follow);
  follow();
  return {
    elements: [text.element, decorative.element],
    /** @returns undefined, and says so, if there is none */
    read(): string | undefined {
      const written = text.control.value.trim();
      if (decorative.control.checked) return '';
      text.refuse(written ? '' : images.missing);
      return written || undefined;
    },
  };
}

function askForText(editor: Editor, words: EditorWords, attributes: Attributes): void {
  const fields = createFields(words, attributeOf(attributes, 'alt') ?? undefined);

  function apply(): boolean {
    const alternative = fields.read();
    if (alternative === undefined) return false;
    return editor.commands.updateAttributes('image', {
      attributes: withAttribute(attributes, 'alt', alternative),
    });
  }

  openDialog({
    title: words.images.title,
    content: fields.elements,
    actions: [{ label: words.apply, run: apply }],
    cancel: words.cancel,
    onClose: () => editor.commands.focus(),
  });
}

function askForImage(editor: Editor, upload: UploadPlace): void {
  const { words } = upload;
  const { images } = words;
  const file = createField({ label: images.file, type: 'file' });
  file.control.accept = 'image/*';
  const fields = createFields(words, undefined);
  const caption = createField({ label: images.caption });
  const status = element('p', { class: 'hint', role: 'status' });

  async function insert(): Promise<boolean> {
    const picked = file.control.files?.[0];
    if (!picked) {
      file.refuse(images.file);
      return false;
    }
    const alternative = fields.read();
    if (alternative === undefined) return false;
    file.refuse('');
    status.textContent = images.uploading;
    const answer = await sendFile<UploadedImage>(upload, { field: 'image', file: picked });
    if ('error' in answer) {
      status.textContent = '';
      file.refuse(answer.error || images.failed);
      return false;
    }
    insertImage(editor, [...attributesOf(answer), ['alt', alternative]], caption.control.value.trim());
    revealBlock(editor);
    return true;
  }

  openDialog({
    title: images.title,
    content: [file.element, ...fields.elements, caption.element, status],
    actions: [{ label: words.insert, run: insert }],
    cancel: words.cancel,
    onClose: () => editor.commands.focus(),
  });
}

function insertImage(editor: Editor, attributes: Attributes, caption: string): void {
  const image = { type: 'image', attrs: { attributes } };
  if (!caption) return void editor.chain().focus().insertContent(image).run();
  const content = [
    { type: 'loose', attrs: { home: 'figure' }, content: [image] },
    { type: 'line', attrs: { tag: 'figcaption' }, content: [{ type: 'text', text: caption }] },
  ];
  editor
    .chain()
    .focus()
    .insertContent({ type: 'box', attrs: { tag: 'figure' }, content })
    .run();
}

/** The answer of the service to an image. */
export interface UploadedImage {
  src: string;
  width?: number | null;
  height?: number | null;
}

export function attributesOf({ src, ...pixels }: UploadedImage): Attributes {
  const sizes = (['width', 'height'] as const).flatMap((name) =>
    pixels[name] ? [[name, String(pixels[name])] as const] : [],
  );
  return [['src', src], ...sizes];
}
