import type { ParentNode } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import { kindOfAddress } from './kind-of-address.ts';

/** A number as RFC 3966 writes it. With `*` or `#` it may be a command, such as one that diverts calls. */
const TELEPHONE = /^tel:\+?\(?\d[\d().-]{1,30}$/i;

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
