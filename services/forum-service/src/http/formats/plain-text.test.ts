import { expect, it } from '@jest/globals';
import { neutralizeTags } from './plain-text.ts';

it.each([
  ['a<b', 'a< b'],
  ['</b>', '< /b>'],
  ['<!--', '< !--'],
  ['<?php', '< ?php'],
  ['<<B>', '<< B>'],
  ['a < b', 'a < b'],
  ['1<2 <3', '1<2 <3'],
  ['<', '<'],
  ['&lt;b', '&lt;b'],
])('%s is sent as %s: a < that could open a tag is followed by a space', (text, expected) => {
  expect(neutralizeTags(text)).toBe(expected);
});
