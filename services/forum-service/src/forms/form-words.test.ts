import { readdirSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { findFormWords } from './find-form-words.ts';
import type { FormWords } from './form-words.ts';
import { EN } from './words/en.ts';

const LANGUAGES = readdirSync(new URL('../posting/messages/', import.meta.url)).map((name) =>
  name.slice(0, 2),
);

const sentencesOf = ({ heading, advice, goBack, send, leaveEmpty }: FormWords) => [
  heading,
  advice,
  goBack,
  send,
  leaveEmpty,
];

describe('the words of forms', () => {
  it.each(LANGUAGES)('are there where messages are: %s', (language) => {
    const found = findFormWords(language);
    expect(found.language).toBe(language);
    for (const word of [...sentencesOf(found.words), ...Object.values(found.words.labels)])
      expect(word).toMatch(/^\p{Lu}/u);
  });

  it.each(LANGUAGES.filter((language) => language !== 'en'))('are not English in %s', (language) => {
    const english = sentencesOf(EN);
    for (const sentence of sentencesOf(findFormWords(language).words))
      expect(english).not.toContain(sentence);
  });

  it('are English, and say so, in a language that has none', () => {
    expect(findFormWords('et')).toEqual({ language: 'en', words: EN });
  });
});
