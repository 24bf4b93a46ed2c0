export {
  CATALOGUES,
  type CommonWords,
  catalogueOf,
  type DialogWords,
  type GuideWords,
} from './catalogue.ts';
export {
  createDeskPhrasings,
  DESK_LANGUAGES,
  type DeskPhrasing,
  type DeskWords,
  type DialogDeskWords,
  type GuideDeskWords,
} from './desk/desk-phrasing.ts';
export { fill } from './fill.ts';
export { type NamedLanguage, namedLanguages } from './language-code.ts';
export type { Catalogue } from './languages/en.ts';
export { createPhrasings, type Phrasing } from './phrasing.ts';
export type { Plural } from './plural.ts';
