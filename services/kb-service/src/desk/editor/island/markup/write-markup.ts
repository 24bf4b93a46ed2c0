import { VOID } from './element-names.ts';
import type { Attributes } from './markup.ts';

/** Written the way the service's cleaning writes it, so that saving changes no byte. */
export function writeElement(name: string, attributes: Attributes, content: string): string {
  const opening = `${name}${attributes.map(writeAttribute).join('')}`;
  return VOID.has(name) ? `<${opening} />` : `<${opening}>${content}</${name}>`;
}

export function writeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function writeAttribute([name, value]: readonly [string, string | null]): string {
  return value === null ? ` ${name}` : ` ${name}="${writeText(value).replaceAll('"', '&quot;')}"`;
}
