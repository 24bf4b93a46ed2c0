import { describe, expect, it } from '@jest/globals';
import { descriptionOf } from '../pager/pager.ts';

const LONG = 'word '.repeat(28);

describe('a text as a description', () => {
  it.each([
    ['is unchanged if it is short', ' One\n line. ', 'One line.'],
    ['is undefined for an empty text', ' \n ', undefined],
    ['is cut between words', `${LONG}a beginning of many words`, `${LONG}a beginning of many…`],
    ['omits an incomplete word', `${LONG}immeasurably long words`, `${LONG}immeasurably long…`],
    ['does not end in a comma', `${LONG}one and another, further`, `${LONG}one and another…`],
    [
      'ends without an ellipsis after a sentence',
      `${LONG}and the last one. ${'x'.repeat(20)}`,
      `${LONG}and the last one.`,
    ],
    [
      'recognises sentences of other scripts',
      `${LONG}最後の文です。 ${'x'.repeat(20)}`,
      `${LONG}最後の文です。`,
    ],
    ['does not split characters', `${'x'.repeat(159)}😀`, `${'x'.repeat(159)}…`],
  ])('%s', (_, text, expected) => {
    expect(descriptionOf(text)).toBe(expected);
  });
});
