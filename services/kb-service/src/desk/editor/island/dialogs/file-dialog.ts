import type { Editor } from '@tiptap/core';
import { revealBlock } from '../page/clear-area.ts';
import { element } from '../page/element.ts';
import { createField, openDialog } from './form-dialog.ts';
import { type FileAnswer, linkTo, sendFile, type UploadPlace } from './send-file.ts';

/** Asks for a file that readers download. */
export function openFileDialog(editor: Editor, upload: UploadPlace): void {
  const { files, images, insert: label, cancel } = upload.words;
  const file = createField({ label: files.title, hint: files.hint, type: 'file' });
  const status = element('p', { class: 'hint', role: 'status' });
  // Enter would open the list of files again.
  file.control.addEventListener('change', () =>
    file.control.form?.querySelector<HTMLElement>('button[type=submit]')?.focus(),
  );

  async function insert(): Promise<boolean> {
    const picked = file.control.files?.[0];
    if (!picked) {
      file.refuse(files.hint);
      return false;
    }
    file.refuse('');
    status.textContent = images.uploading;
    const answer = await sendFile<FileAnswer>(upload, { field: 'file', file: picked });
    if ('error' in answer) {
      status.textContent = '';
      file.refuse(answer.error || files.failed);
      return false;
    }
    editor.chain().focus().insertContent(linkTo(answer)).run();
    revealBlock(editor);
    return true;
  }

  openDialog({
    title: files.title,
    content: [file.element, status],
    actions: [{ label, run: insert }],
    cancel,
    onClose: () => editor.commands.focus(),
  });
}
