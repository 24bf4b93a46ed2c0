import type { EditorWords } from '@guidepost/i18n/texts';
import type { Editor } from '@tiptap/core';
import { writeElement } from '../markup/write-markup.ts';
import { revealBlock } from '../page/clear-area.ts';
import { playerOf } from './addresses.ts';
import { createField, openDialog } from './form-dialog.ts';

export function openVideoDialog(editor: Editor, words: EditorWords): void {
  const { videos } = words;
  const address = createField({ label: videos.address, hint: videos.hint });
  const name = createField({ label: videos.name });

  function insert(): boolean {
    const source = playerOf(address.control.value.trim());
    if (!source) {
      address.refuse(videos.invalid);
      return false;
    }
    const title = name.control.value.trim();
    const attributes = [
      ['src', source],
      ...(title ? [['title', title] as const] : []),
      ['allowfullscreen', null],
    ] as const;
    const media = {
      type: 'media',
      attrs: { tag: 'iframe', attributes, source: writeElement('iframe', attributes, '') },
    };
    const isInserted = editor.chain().focus().insertContent(media).run();
    revealBlock(editor);
    return isInserted;
  }

  openDialog({
    title: videos.title,
    content: [address.element, name.element],
    actions: [{ label: words.insert, run: insert }],
    cancel: words.cancel,
    onClose: () => editor.commands.focus(),
  });
}
