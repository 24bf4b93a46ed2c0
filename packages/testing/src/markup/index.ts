export { HOSTILE_MARKUP } from './hostile-markup.ts';
export { type ReadElement, readByParsers } from './read-elements.ts';
