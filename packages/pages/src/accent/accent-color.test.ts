import { expect, it } from '@jest/globals';
import { parseAccentColor } from './accent-color.ts';

it.each([
  ['#0a7d5c', '#0a7d5c'],
  ['#0A7D5C', '#0a7d5c'],
  ['0a7d5c', '#0a7d5c'],
  ['#abc', '#aabbcc'],
  ['ABC', '#aabbcc'],
  ['', undefined],
  ['#', undefined],
  ['red', undefined],
  ['#abcd', undefined],
  ['#0a7d5c80', undefined],
  ['##0a7d5c', undefined],
  [' #0a7d5c', undefined],
  ['#0a7d5c\n', undefined],
  ['#0a7d5g', undefined],
  ['#٠٠٠', undefined],
  ['rgb(10, 125, 92)', undefined],
  ['#000;}body{display:none', undefined],
])('the accent colour %j is stored as %j', (text, color) => {
  expect(parseAccentColor(text)).toBe(color);
});
