import type { EditorWords } from './editor-words.ts';
import { ENGLISH } from './english.ts';
import { SWEDISH } from './swedish.ts';

/** By ISO 639-1. To add a language, add a file and a line here. */
const WORDS: Readonly<Record<string, EditorWords>> = { en: ENGLISH, sv: SWEDISH };

export function wordsOf(language: string): EditorWords {
  return WORDS[language] ?? ENGLISH;
}
