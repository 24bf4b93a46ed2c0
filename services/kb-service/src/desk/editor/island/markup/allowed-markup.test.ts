import { describe, expect, it } from '@jest/globals';
import { ALLOWED_ELEMENTS as CLEANED, CLEANING } from '../../../../cleaning/allowed-markup.ts';
import {
  ALLOWED_ELEMENTS,
  isAllowedAttribute,
  isAllowedClass,
  isAllowedFrame,
  isAllowedLink,
} from './allowed-markup.ts';

const attributes = CLEANING.allowedAttributes as Record<string, string[]>;
const classes = (CLEANING.allowedClasses as Record<string, (string | RegExp)[]>)['*'] ?? [];

describe('the editor allows what cleaning keeps', () => {
  it('of elements', () => {
    expect([...ALLOWED_ELEMENTS].toSorted()).toEqual(CLEANED.toSorted());
  });

  it.each(CLEANED)('of attributes of <%s>', (element) => {
    const known = new Set(['class', 'style', 'onclick', ...Object.values(attributes).flat()]);
    const kept = ['class', ...(attributes['*'] ?? []), ...(attributes[element] ?? [])];
    const allowed = [...known].filter((name) => isAllowedAttribute(element, name));
    expect(allowed.toSorted()).toEqual(kept.toSorted());
  });

  it('of classes', () => {
    const names = [
      ...classes.filter((name) => typeof name === 'string'),
      'language-c++',
      'lead',
      'language-',
    ];
    expect(names.filter(isAllowedClass)).toEqual(names.slice(0, -2));
  });

  it('of hosts of videos', () => {
    for (const host of CLEANING.allowedIframeHostnames ?? [])
      expect(isAllowedFrame(`https://${host}/1`)).toBe(true);
    expect(isAllowedFrame('https://evil.example/1')).toBe(false);
    expect(isAllowedFrame('javascript:1')).toBe(false);
  });

  it.each([
    ['https://a.example', true],
    ['install-linux#a', true],
    ['tel:112', true],
    ['tel:*21*0', false],
    ['ftp://a.example', false],
    ['java\tscript:1', false],
  ])('of links: %j is %s', (address, isAllowed) => {
    expect(isAllowedLink(address)).toBe(isAllowed);
  });
});
