import { type ReadElement, readByParsers } from '@guidepost/testing/markup';

/** What texts of posts are made of; everything else in them came in from outside. */
const ELEMENTS = ['p', 'br', 'a', 'img', 'audio', 'video'];
const ATTRIBUTES = ['href', 'rel', 'loading', 'referrerpolicy', 'src', 'alt', 'controls', 'preload'];
const MARK = '<span class="highlighted">';

/** What could do harm in the HTML of a text as one parser or another reads it (S2). */
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
