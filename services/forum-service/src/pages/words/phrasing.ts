import { createPhrasings, type PhrasingOf } from '@guidepost/pages';
import { ENGLISH } from './en.ts';
import type { DialogWords } from './words.ts';

/** By ISO 639-1. */
const WORDS: Readonly<Record<string, DialogWords>> = { en: ENGLISH };

/** How the pages of a forum speak in a language. */
export const phrasingOf: PhrasingOf<DialogWords> = createPhrasings(WORDS);
