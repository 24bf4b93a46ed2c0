import { describe, expect, it } from '@jest/globals';
import { descriptionOf } from './description.ts';

const LONG = 'word '.repeat(28);

describe('a text as a description', () => {
  it.each([
    ['is left as it is when it is short', ' One\n line. ', 'One line.'],
    ['is none where there is none', ' \n ', undefined],
    ['is cut between words', `${LONG}a beginning of many words`, `${LONG}a beginning of many…`],
    ['leaves out the word that is cut', `${LONG}immeasurably long words`, `${LONG}immeasurably long…`],
    ['does not end in a comma', `${LONG}one and another, further`, `${LONG}one and another…`],
    [
      'ends as it is where a sentence does',
      `${LONG}and the last one. ${'x'.repeat(20)}`,
      `${LONG}and the last one.`,
    ],
    ['of another script too', `${LONG}最後の文です。 ${'x'.repeat(20)}`, `${LONG}最後の文です。`],
    ['has no half of a character', `${'x'.repeat(159)}😀`, `${'x'.repeat(159)}…`],
  ])('%s', (_, text, expected) => {
    expect(descriptionOf(text)).toBe(expected);
  });
});
