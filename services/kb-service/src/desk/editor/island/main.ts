import { startEditing } from './editing.ts';
import { readGuidePage } from './page/guide-page.ts';

const place = document.querySelector<HTMLElement>('#editor');
const form = place?.closest('form');
if (place && form) await startEditing(readGuidePage(document), { place, form });
