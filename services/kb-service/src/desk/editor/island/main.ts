import { startEditing } from './editing.ts';
import { readEditorPage } from './page/editor-page.ts';

const place = document.querySelector<HTMLElement>('#editor');
const form = place?.closest('form');
if (place && form) await startEditing(readEditorPage(document), { place, form });
