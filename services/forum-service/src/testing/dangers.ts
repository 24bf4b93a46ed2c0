import { type ReadElement, readByParsers } from '@guidepost/testing/markup';

/** Elements that rendered texts may contain. */
const ELEMENTS = 'p br a img audio video em strong code pre ul ol li blockquote'.split(' ');
const ATTRIBUTES = ['href', 'rel', 'loading', 'referrerpolicy', 'src', 'alt', 'controls', 'preload', 'start'];
const MARK = '<span class="highlighted">';

/** Dangerous HTML in a text, as seen by several parsers (S2). */
export function findDangers(html: string): string[] {
  return readByParsers(html).flatMap(([, elements]) => elements.flatMap(dangersOf));
}

function dangersOf({ name, attributes }: ReadElement): string[] {
  const written = Object.entries(attributes).map(([attribute, value]) => `${attribute}="${value}"`);
  if (`<${[name, ...written].join(' ')}>` === MARK) return [];
  const address = attributes.href ?? attributes.src ?? 'https://none.example';
  return [
    ...(ELEMENTS.includes(name) ? [] : [name]),
    ...Object.keys(attributes).filter((attribute) => !ATTRIBUTES.includes(attribute)),
    ...(/^https?:/.test(address) ? [] : [address]),
  ];
}
