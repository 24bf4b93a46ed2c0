import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseAccentColor } from './accent-color.ts';
import { type AccentShades, accentShades, BACKGROUNDS, type Scheme } from './accent-shades.ts';

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

const STYLESHEET = readFileSync(new URL('../assets/base.css', import.meta.url), 'utf8');
const SCHEMES: Scheme[] = ['light', 'dark'];

/** Relative luminance by WCAG 2.2, independent of the library under test. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(color.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (lighter + 0.05) / (darker + 0.05);
}

function failings(scheme: Scheme, shades: AccentShades): string[] {
  const { text, fill, onFill, tint, border } = shades;
  const backgrounds = [...BACKGROUNDS[scheme], tint];
  const judged: [string, number, number][] = [
    ...backgrounds.map((on): [string, number, number] => [`text on ${on}`, contrast(text, on), 4.5]),
    ['onFill', contrast(onFill, fill), 4.5],
    ...backgrounds.map((on): [string, number, number] => [`edge on ${on}`, contrast(border ?? fill, on), 3]),
  ];
  return [
    ...judged
      .filter(([, found, least]) => found < least)
      .map(([name, found]) => `${name}: ${found.toFixed(2)}`),
    ...Object.values(shades).filter((shade) => !/^#[0-9a-f]{6}$/.test(shade)),
  ];
}

const CHANNEL = ['00', '33', '66', '99', 'cc', 'ff'];
const SPREAD_COLORS = CHANNEL.flatMap((red) =>
  CHANNEL.flatMap((green) => CHANNEL.map((blue) => `#${red}${green}${blue}`)),
);

describe('the shades of an accent colour', () => {
  it('are legible for any colour and written as #rrggbb', () => {
    const failed = SPREAD_COLORS.flatMap((accent) => {
      const shades = accentShades(accent);
      return SCHEMES.flatMap((scheme) =>
        failings(scheme, shades[scheme]).map((failing) => `${accent}, ${scheme}: ${failing}`),
      );
    });
    expect(failed).toEqual([]);
  });

  it.each<[string, string, Scheme, AccentShades]>([
    [
      'the colour itself if it is legible',
      '#2456c8',
      'light',
      { text: '#2456c8', fill: '#2456c8', onFill: '#ffffff', tint: '#ebf2ff' },
    ],
    [
      'a lighter one in the dark',
      '#2456c8',
      'dark',
      { text: '#5088fe', fill: '#3569dc', onFill: '#ffffff', tint: '#1c263a' },
    ],
    [
      'a slightly darker fill if that makes white legible',
      '#ef4444',
      'light',
      { text: '#d4252d', fill: '#df3337', onFill: '#ffffff', tint: '#ffedeb' },
    ],
    [
      'yellow with dark text and a border',
      '#ffff00',
      'light',
      { text: '#727200', fill: '#ffff00', onFill: '#14171c', tint: '#f2f4e1', border: '#919100' },
    ],
    [
      'yellow without one in the dark',
      '#ffff00',
      'dark',
      { text: '#ffff00', fill: '#ffff00', onFill: '#14171c', tint: '#282810' },
    ],
    [
      'neon',
      '#39ff14',
      'light',
      { text: '#148100', fill: '#39ff14', onFill: '#14171c', tint: '#e9f6e7', border: '#1ca200' },
    ],
    [
      'of the same hue, with less chroma outside sRGB',
      '#0000ff',
      'dark',
      { text: '#5287ff', fill: '#0000ff', onFill: '#ffffff', tint: '#1c263a', border: '#2460ff' },
    ],
    [
      'white',
      '#ffffff',
      'light',
      { text: '#6e6e6e', fill: '#ffffff', onFill: '#14171c', tint: '#f2f2f2', border: '#8c8c8c' },
    ],
    [
      'black',
      '#000000',
      'dark',
      { text: '#8c8c8c', fill: '#000000', onFill: '#ffffff', tint: '#262626', border: '#6f6f6f' },
    ],
  ])('are %s: %s, %s', (_, accent, scheme, expected) => {
    expect(accentShades(accent)[scheme]).toEqual(expected);
  });

  it('are checked on the stylesheet’s backgrounds', () => {
    const found = Array.from(
      STYLESHEET.matchAll(/--(?:page|raised): (#[0-9a-f]{6});/g),
      ([, color]) => color,
    );
    expect(found.slice(0, 4)).toEqual([...BACKGROUNDS.light, ...BACKGROUNDS.dark]);
  });

  it('only accept colours', () => {
    expect(() => accentShades('red;}')).toThrow(new TypeError('red;} is not a colour'));
  });
});
