export { HOSTILE_MARKUP } from './hostile-markup.ts';
export {
  type ReadElement,
  type ReadForm,
  type ReadPage,
  readByParsers,
  readForms,
  readPage,
} from './read-page.ts';
