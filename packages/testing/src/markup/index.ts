export { HOSTILE_MARKUP } from './hostile-markup.ts';
export { type ReadElement, readByParsers } from './read-elements.ts';
export { type ReadForm, readForms } from './read-forms.ts';
export { type ReadPage, readPage } from './read-page.ts';
