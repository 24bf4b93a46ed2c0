import { DESK_LANGUAGES } from '@guidepost/i18n';
import { describe, expect, it } from '@jest/globals';
import { ENGLISH } from './english.ts';
import { wordsOf } from './words-of.ts';

/** Each text's name and the values it needs, such as `conflict.byWhom %1 %2`. */
function placesOf(words: object, path = ''): string[] {
  return Object.entries(words).flatMap(([name, text]) =>
    typeof text === 'string'
      ? [[path + name, ...(text.match(/%\d/g) ?? []).toSorted()].join(' ')]
      : placesOf(text, `${path}${name}.`),
  );
}

describe('the words of the editor', () => {
  it.each(DESK_LANGUAGES.filter((language) => language !== 'en'))(
    'are those of the desk in %s, with the same values as in English',
    (language) => {
      expect(wordsOf(language)).not.toBe(ENGLISH);
      expect(placesOf(wordsOf(language))).toEqual(placesOf(ENGLISH));
    },
  );
});
