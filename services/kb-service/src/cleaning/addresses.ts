import { Element, type ParentNode } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import { downloadToken } from '../model/file-address.ts';
import { rewrite } from './rewrite.ts';

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

/** Stored files are found in content by `<a class="file" href="/files/…`; no other link has this class. */
export function markFileLinks(root: ParentNode): void {
  for (const link of getElementsByTagName('a', root)) {
    const { class: classes = '', href = '', ...others } = link.attribs;
    if (downloadToken(href) !== undefined) link.attribs = { class: 'file', href, ...others };
    else if (/\bfile\b/.test(classes)) {
      link.attribs.class = classes
        .split(/\s+/)
        .filter((name) => name !== 'file')
        .join(' ');
    }
  }
}

/** Whether a link is no `tel:` link or has only a number. */
export function isSafeTelephoneLink(address: string): boolean {
  return kindOfAddress(address) !== 'tel:' || TELEPHONE.test(address);
}

const MAX_LENGTH = 200;

/**
 * Fragments match in any script, and contain these marks as they are. IDs that begin with ":" are reserved for pages.
 */
const ID = /^(?!:)[\p{L}\p{M}\p{N}_.:!$'()*+,;=@/?~-]{1,200}$/u;

const OTHERS = /[^\p{L}\p{M}\p{N}_.:!$'()*+,;=@/?~-]/gu;

export function isAllowedId(id: string): boolean {
  return ID.test(id);
}

/** Gives places to link to IDs that are allowed, and links to them the same, in this guide and in others. */
export function settleAnchors(root: ParentNode): void {
  rewrite(root, {
    leave(element) {
      const { attribs, name } = element;
      const former = name === 'a' ? takeName(element) : undefined;
      if (attribs.id !== undefined) attribs.id = anchorOf(attribs.id);
      if (attribs.headers !== undefined)
        attribs.headers = attribs.headers.split(/\s+/).map(anchorOf).join(' ');
      if (name === 'a' && attribs.href !== undefined) attribs.href = withAnchor(attribs.href);
      return former === undefined ? undefined : [new Element('a', { id: anchorOf(former) }), element];
    },
  });
}

/** The ID in the place of one, or of a fragment without its `#`. */
export function anchorOf(written: string): string {
  if (isAllowedId(written)) return written;
  const marks = decode(written).trim().replace(OTHERS, '-').replace(/^:+/, '');
  return Array.from(marks).slice(0, MAX_LENGTH).join('');
}

/** `<a name>` is a place as an ID is. @returns the name of a link that has another ID */
function takeName({ attribs }: Element): string | undefined {
  const { name, id } = attribs;
  if (!name) return undefined;
  delete attribs.name;
  if (id) return id === name ? undefined : name;
  attribs.id = name;
  return undefined;
}

function withAnchor(address: string): string {
  const [before = '', fragment] = splitOnce(address);
  if (!fragment || fragment.startsWith(':~:') || !/^(?:fragment|relative)$/.test(kindOfAddress(address)))
    return address;
  const anchor = anchorOf(decode(fragment));
  return anchor === decode(fragment) ? address : `${before}#${anchor}`;
}

function splitOnce(address: string): string[] {
  const at = address.indexOf('#');
  return at < 0 ? [address] : [address.slice(0, at), address.slice(at + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
