import type { EditorWords } from '@guidepost/i18n/texts';
import type { Editor } from '@tiptap/core';
import { NodeSelection } from '@tiptap/pm/state';
import { type Attributes, attributeOf, withAttribute, withoutAttribute } from '../markup/markup.ts';
import { revealBlock } from '../page/clear-area.ts';
import { element } from '../page/element.ts';
import { createField, openDialog } from './form-dialog.ts';
import { sendFile, type UploadPlace } from './send-file.ts';

function createFields({ images }: EditorWords) {
  const text = createField({ label: images.alternative, hint: images.alternativeHint });
  const decorative = createField({ label: images.decorative, type: 'checkbox' });
  decorative.control.addEventListener('change', () => {
    text.control.disabled = decorative.control.checked;
  });
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

/** Asks for a new image. */
export function openImageDialog(editor: Editor, upload: UploadPlace): void {
  const { words } = upload;
  const { images } = words;
  const file = createField({ label: images.file, type: 'file' });
  file.control.accept = 'image/*';
  const fields = createFields(words);
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
  // One that is selected has a tool of its own by which it is replaced.
  if (editor.state.selection instanceof NodeSelection)
    editor.commands.setTextSelection(editor.state.selection.to);
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

/** The attributes of an image in whose place another one is shown: with the width that someone has chosen for it. */
export function replacedBy(attributes: Attributes, image: UploadedImage): Attributes {
  // Uploading writes both sizes, as many pixels as the image has.
  const isOwnSize =
    attributeOf(attributes, 'height') !== undefined || attributeOf(attributes, 'width') === undefined;
  const changes = attributesOf(image).filter(([name]) => name === 'src' || isOwnSize);
  const kept = isOwnSize ? withoutAttribute(withoutAttribute(attributes, 'width'), 'height') : attributes;
  return changes.reduce((all, [name, value]) => withAttribute(all, name, value), kept);
}
