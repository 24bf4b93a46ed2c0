import { describe, expect, it } from '@jest/globals';
import { writtenForm } from '../testing/indexed-texts.ts';
import { createAnalyzer } from './analyzer.ts';

/** A query's words in a line: parts in brackets, the prefix after an arrow. */
function written(language: string, text: string): string {
  return createAnalyzer(language)
    .query(text)
    .words.map((word) => {
      const parts = word.parts.length > 0 ? `[${word.parts.map(writtenForm).join(' ')}]` : '';
      return `${writtenForm(word)}${parts}${word.prefix === undefined ? '' : `→${word.prefix}`}`;
    })
    .join(' ');
}

describe('the words of a query', () => {
  it.each([
    ['in order', 'reset the password', 'reset the password→password'],
    ['each stem once', 'connect connection connecting', 'connect'],
    ['an identifier with its parts', 'settings.json x', 'settings.json[settings/set json] x'],
    ['a compound with its parts', 'plug-in x', 'plugin[plug in] x'],
    ['a name with a sign', 'C# x', 'c#[c] x'],
    ['quotes, signs and OR are text', '"exact phrase" -not (a OR b)', 'exact phrase not a or b'],
    ['nothing left', '???', ''],
    ['empty quotes', '""', ''],
    ['emoji', '👩‍💻', ''],
    ['nothing', '', ''],
  ])('%s: %s', (_title, text, expected) => {
    expect(written('en', text)).toBe(expected);
  });
});

describe('the last word is a prefix', () => {
  it.each([
    ['its stem where that is how it begins', 'en', 'connections', 'connections/connect→connect'],
    ['else what was typed', 'en', 'happiness easily', 'happiness/happi easily/easili→easily'],
    ['what was typed when the stem is very short', 'en', 'plug ins', 'plug ins/in→ins'],
    ['whatever follows it', 'en', 'data. ', 'data→data'],
    ['a whole identifier', 'en', 'settings.js', 'settings.js[settings/set js]→settings.js'],
    ['not of one letter', 'en', 'plan b', 'plan b'],
    ['of one sign where that is a word', 'zh', '数', '数→数'],
    ['not when it was there before', 'en', 'data model data', 'data model'],
    ['with its own letters', 'sv', 'göteb', 'göteb~goteb→göteb'],
  ])('%s (%s): %s', (_title, language, text, expected) => {
    expect(written(language, text)).toBe(expected);
  });
});

it('uses the first fifty words, without a prefix if there are more', () => {
  const words = Array.from({ length: 60 }, (_, number) => `w${number}`);
  const query = createAnalyzer('en').query(`${words.join(' ')} ${words.join(' ')}`).words;
  expect(query.map(({ typed }) => typed)).toEqual(words.slice(0, 50));
  expect(query.some(({ prefix }) => prefix !== undefined)).toBe(false);
});

it('returns words as they were typed', () => {
  const typed = createAnalyzer('fr').query('L’ÉTÉ, Settings.JSON').words;
  expect(typed.map((word) => word.typed)).toEqual(['ÉTÉ', 'Settings.JSON']);
});
