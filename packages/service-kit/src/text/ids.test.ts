import { describe, expect, it } from '@jest/globals';
import { isStoredId, parseId } from './ids.ts';

describe('an id', () => {
  it.each([
    ['1', 1],
    ['9007199254740991', 2 ** 53 - 1],
  ])('is %s', (text, id) => {
    expect(parseId(text)).toBe(id);
    expect(isStoredId(id)).toBe(true);
  });

  it.each(['', '0', '-1', '+1', '01', '1.0', '1e3', ' 1', '1\n', '9007199254740992', '99999999999999999'])(
    'in a URL is not "%s"',
    (text) => {
      expect(parseId(text)).toBeUndefined();
    },
  );

  it('is undefined without a text', () => {
    expect(parseId()).toBeUndefined();
  });

  it.each([0, -1, 1.5, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY, '1', null, undefined])(
    'that is stored is not %p',
    (value) => {
      expect(isStoredId(value)).toBe(false);
    },
  );
});
