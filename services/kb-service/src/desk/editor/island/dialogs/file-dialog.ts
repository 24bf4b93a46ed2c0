import type { EditorWords } from '@guidepost/i18n/texts';
import type { Editor } from '@tiptap/core';
import { revealBlock } from '../page/clear-area.ts';
import { element } from '../page/element.ts';
import { createField, openDialog } from './form-dialog.ts';

/** How a dialog sends files. */
export interface UploadPlace {
  words: EditorWords;
  url: string;
  token(): string;
}

/** Sends a file in a field; an error without a text if the service cannot be reached. */
export async function sendFile<Answer>(
  { url, token }: Pick<UploadPlace, 'url' | 'token'>,
  field: string,
  file: File,
): Promise<Answer | { error: string }> {
  const body = new FormData();
  body.append(field, file);
  try {
    const response = await fetch(url, { method: 'POST', headers: { 'X-Desk-Token': token() }, body });
    const answer = await response.json();
    return response.status === 201 ? answer : { error: answer.error ?? '' };
  } catch {
    return { error: '' };
  }
}

/** Asks for a file that readers download. */
export function openFileDialog(editor: Editor, upload: UploadPlace): void {
  void askForFile(editor, upload, undefined);
}

/** Asks about each, one after the other. */
export async function insertFiles(
  editor: Editor,
  upload: UploadPlace,
  files: readonly File[],
): Promise<void> {
  for (const file of files) await askForFile(editor, upload, file);
}

function askForFile(editor: Editor, upload: UploadPlace, given: File | undefined): Promise<void> {
  const { files, images, insert: label, cancel } = upload.words;
  const closed = Promise.withResolvers<void>();
  const file = createField({ label: files.title, hint: files.hint, type: 'file' });
  const status = element('p', { class: 'hint', role: 'status' });
  // Enter would open the list of files again.
  file.control.addEventListener('change', () =>
    file.control.form?.querySelector<HTMLElement>('button[type=submit]')?.focus(),
  );

  async function insert(): Promise<boolean> {
    const picked = given ?? file.control.files?.[0];
    if (!picked) {
      file.refuse(files.hint);
      return false;
    }
    file.refuse('');
    status.textContent = images.uploading;
    const answer = await sendFile<{ href: string; text: string }>(upload, 'file', picked);
    if ('error' in answer) {
      const problem = answer.error || files.failed;
      status.textContent = given ? problem : '';
      if (!given) file.refuse(problem);
      return false;
    }
    insertLink(editor, answer);
    revealBlock(editor);
    return true;
  }

  openDialog({
    title: files.title,
    content: [given ? element('p', {}, given.name) : file.element, status],
    actions: [{ label, run: insert }],
    cancel,
    onClose() {
      editor.commands.focus();
      closed.resolve();
    },
  });
  return closed.promise;
}

/** The service writes type and size into the text again when the guide is saved. */
function insertLink(editor: Editor, { href, text }: { href: string; text: string }): void {
  const attributes = [
    ['class', 'file'],
    ['href', href],
  ];
  editor
    .chain()
    .focus()
    .insertContent({ type: 'text', text, marks: [{ type: 'link', attrs: { attributes } }] })
    .run();
}
