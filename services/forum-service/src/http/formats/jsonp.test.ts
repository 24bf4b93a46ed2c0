import { describe, expect, it } from '@jest/globals';
import { isCallbackName, jsonpNotation } from './jsonp.ts';

describe('S1 JSONP callback injection', () => {
  it.each([
    'f',
    '_',
    '$',
    'jQuery1102_1700000000000',
    'a.b.c',
    'a[0]',
    'window.callbacks[12].done',
    'a.delete',
    'a'.repeat(128),
  ])('%s is a function name', (name) => {
    expect(isCallbackName(name)).toBe(true);
  });

  it.each([
    '',
    'alert(1)//',
    'a;b',
    'a=b',
    '</script>',
    'a'.repeat(129),
    'delete',
    'this.x',
    'eval',
    'null',
    'class[0]',
    'a..b',
    '.a',
    'a.',
    'a[x]',
    'a[01]',
    'a["b"]',
    'a[-1]',
    '1a',
    'a b',
    'a\n',
    'å',
    '\u2028',
    'a`b`',
  ])('%j is not', (name) => {
    expect(isCallbackName(name)).toBe(false);
  });

  it('starts with a comment, and escapes the line separators of old browsers', () => {
    expect(jsonpNotation('f').whole({ a: '\u2028\u2029' })).toBe(String.raw`/**/f({"a":"\u2028\u2029"});`);
  });
});
