import type { ParentNode } from 'domhandler';
import { getElementsByTagName } from 'domutils';

const MAX_TEXT_LENGTH = 100;

/** A number as in RFC 3966. Numbers with `*` or `#` may be commands, such as call forwarding. */
const TELEPHONE = /^tel:\+?\(?\d[\d().-]{1,30}$/i;

/** How a browser reads an address: `https:`, `javascript:`, `//host`, `fragment` or `relative`. */
export function kindOfAddress(address: string): string {
  const read = address.replace(/[\p{Cc}\s]+/gu, '');
  const scheme = /^[a-z][a-z0-9+.-]{0,30}:/i.exec(read);
  if (scheme) return scheme[0].toLowerCase();
  if (/^[/\\]{2}/.test(read)) return '//host';
  return read.startsWith('#') ? 'fragment' : 'relative';
}

export function isOnTheWeb(address: string): boolean {
  return /^\s*(?:https?:)?\/\//i.test(address);
}

/** The text of a link that has no other: `www.loom.com/embed/abc` */
export function shortAddress({ host, pathname }: URL): string {
  const address = `${host}${pathname.replace(/\/$/, '')}`;
  return address.length > MAX_TEXT_LENGTH ? `${address.slice(0, MAX_TEXT_LENGTH - 1)}…` : address;
}

/** Scheme-relative addresses are read as `https:`. */
export function webAddress(written: string): string {
  return written.trim().replace(/^\/\//, 'https://');
}

/** Removes spaces from telephone links, where URLs cannot have them. */
export function joinTelephoneNumbers(root: ParentNode): void {
  for (const { attribs } of getElementsByTagName('a', root)) {
    if (attribs.href === undefined || kindOfAddress(attribs.href) !== 'tel:') continue;
    attribs.href = attribs.href.replace(/(?:[\p{Cc}\s]|%20)+/gu, '');
  }
}

/** Whether a link is no `tel:` link or has only a number. */
export function isSafeTelephoneLink(address: string): boolean {
  return kindOfAddress(address) !== 'tel:' || TELEPHONE.test(address);
}
