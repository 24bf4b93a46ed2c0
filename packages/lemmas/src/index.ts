export { LEMMA_LANGUAGES, lemmasOf } from './lemmas-of.ts';
export { type Lemmas, readTable, TABLE } from './table.ts';
