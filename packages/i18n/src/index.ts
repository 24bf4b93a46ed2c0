export {
  CATALOGUES,
  type Catalogue,
  type CommonWords,
  catalogueOf,
  type DialogWords,
  type GuideWords,
} from './catalogue.ts';
export { fill } from './fill.ts';
export { createPhrasings, type Phrasing } from './phrasing.ts';
export type { Plural } from './plural.ts';
