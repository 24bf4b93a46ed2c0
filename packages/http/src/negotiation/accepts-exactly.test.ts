import { describe, expect, it } from '@jest/globals';
import { acceptsExactly } from './accepts-exactly.ts';

const MEDIA_TYPE = 'application/vnd.example+json';

describe('acceptsExactly', () => {
  it.each([MEDIA_TYPE, ` \t${MEDIA_TYPE} `, 'Application/VND.Example+JSON'])('"%s" is served', (header) => {
    expect(acceptsExactly(header, MEDIA_TYPE)).toBe(true);
  });

  it.each([
    undefined,
    '',
    '*/*',
    'application/*',
    'application/json',
    `${MEDIA_TYPE}, */*`,
    `${MEDIA_TYPE},${MEDIA_TYPE}`,
    `${MEDIA_TYPE},`,
    `${MEDIA_TYPE};q=1`,
    `${MEDIA_TYPE}; charset=utf-8`,
    `${MEDIA_TYPE};ext="https://example.com/ext"`,
    `${MEDIA_TYPE};profile="https://example.com/profile"`,
    `${MEDIA_TYPE};`,
    `${MEDIA_TYPE}x`,
    'application / vnd.example+json',
    `"${MEDIA_TYPE}"`,
  ])('"%s" is not served', (header) => {
    expect(acceptsExactly(header, MEDIA_TYPE)).toBe(false);
  });
});
