import { type ReadElement, readByParsers } from '@guidepost/testing/markup';
import { ALLOWED_ELEMENTS } from '../cleaning/allowed-markup.ts';
import { MEDIA_HOSTS, VIDEO_HOSTS } from '../cleaning/videos.ts';

/** Dangerous parts of HTML as several parsers read it: `parser: what` (S2). */
export function findDangers(html: string): string[] {
  return readByParsers(html).flatMap(([parser, elements]) =>
    elements.flatMap(dangersOf).map((danger) => `${parser}: ${danger}`),
  );
}

/** Attributes that browsers load or follow. */
const ADDRESSES = ['cite', 'href', 'poster', 'src', 'srcset', 'action', 'formaction', 'data'];

function dangersOf({ name, attributes }: ReadElement): string[] {
  const dangers = ALLOWED_ELEMENTS.includes(name) ? [] : [`<${name}>`];
  for (const [attribute, value] of Object.entries(attributes)) {
    if (/^on|^style$|^srcdoc$|^srcset$|:/i.test(attribute)) dangers.push(attribute);
    if (ADDRESSES.includes(attribute) && !isSafeAddress(name, value)) dangers.push(`${attribute}=${value}`);
  }
  return dangers;
}

function isSafeAddress(name: string, value: string): boolean {
  const url = new URL(value, 'https://help.example.com/guides/a');
  if (name === 'iframe') return url.protocol === 'https:' && VIDEO_HOSTS.includes(url.host);
  if (['audio', 'source', 'video'].includes(name)) return MEDIA_HOSTS.includes(url.host);
  if (name === 'a' && url.protocol === 'tel:') return /^tel:[\d+().-]+$/i.test(value);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol);
}
