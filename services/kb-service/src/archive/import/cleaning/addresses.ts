import type { ParentNode } from 'domhandler';
import { getElementsByTagName } from 'domutils';

/** A number as RFC 3966 writes it. With `*` or `#` it may be a command, such as one that diverts calls. */
const TELEPHONE = /^tel:\+?\(?\d[\d().-]{1,30}$/i;

/** `https:`, `javascript:`, `//host`, `fragment` or `relative`, as a browser would read it. */
export function kindOfAddress(address: string): string {
  const read = address.replace(/[\p{Cc}\s]+/gu, '');
  const scheme = /^[a-z][a-z0-9+.-]{0,30}:/i.exec(read);
  if (scheme) return scheme[0].toLowerCase();
  if (/^[/\\]{2}/.test(read)) return '//host';
  return read.startsWith('#') ? 'fragment' : 'relative';
}

/** Whether an image is on the web, at an address with its host. */
export function isOnTheWeb(address: string): boolean {
  return /^\s*(?:https?:)?\/\//i.test(address);
}

/** Takes out the spaces that people put into the number of a link: addresses have none. */
export function joinTelephoneNumbers(root: ParentNode): void {
  for (const { attribs } of getElementsByTagName('a', root)) {
    if (attribs.href === undefined || kindOfAddress(attribs.href) !== 'tel:') continue;
    attribs.href = attribs.href.replace(/(?:[\p{Cc}\s]|%20)+/gu, '');
  }
}

/** Whether a link that would make a call leads to a number and nothing else; other links are judged elsewhere. */
export function callsANumber(address: string): boolean {
  return kindOfAddress(address) !== 'tel:' || TELEPHONE.test(address);
}
