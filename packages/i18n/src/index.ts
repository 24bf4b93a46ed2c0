export { catalogueOf, LANGUAGES, spokenInsteadOf } from './catalogue.ts';
export { type NamedLanguage, namedLanguages } from './language-code.ts';
export {
  createDeskPhrasings,
  createPhrasings,
  type DeskPhrasing,
  directionOf,
  type Phrasing,
} from './phrasing.ts';
export {
  type Catalogue,
  type DeskWords,
  type DialogDeskWords,
  type ForumWords,
  fill,
  type GuideDeskWords,
  type GuideWords,
  type PageWords,
  type Plural,
  sizeIn,
} from './texts.ts';
