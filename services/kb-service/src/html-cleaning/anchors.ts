import { Element, type ParentNode } from 'domhandler';
import { findAll, prepend } from 'domutils';
import { kindOfAddress } from './addresses.ts';

const MAX_LENGTH = 200;

/** Fragments match in any script, and contain these marks as they are. IDs that begin with ":" are reserved for pages. */
const ID = /^(?!:)[\p{L}\p{M}\p{N}_.:!$'()*+,;=@/?~-]{1,200}$/u;

const OTHERS = /[^\p{L}\p{M}\p{N}_.:!$'()*+,;=@/?~-]/gu;

export function isAllowedId(id: string): boolean {
  return ID.test(id);
}

/** Gives places to link to IDs that are allowed, and links to them the same, in this guide and in others. */
export function settleAnchors(root: ParentNode): void {
  for (const element of findAll(() => true, root.children)) {
    const { attribs, name } = element;
    if (name === 'a') settleName(element);
    if (attribs.id !== undefined) attribs.id = anchorOf(attribs.id);
    if (name === 'a' && attribs.href !== undefined) attribs.href = withAnchor(attribs.href);
  }
}

/** The ID in the place of one, or of a fragment without its `#`. */
function anchorOf(written: string): string {
  if (isAllowedId(written)) return written;
  const marks = decode(written).trim().replace(OTHERS, '-').replace(/^:+/, '');
  return Array.from(marks).slice(0, MAX_LENGTH).join('');
}

/** `<a name>` is a place as an ID is; a link can have both. */
function settleName(link: Element): void {
  const { name, id } = link.attribs;
  if (!name) return;
  delete link.attribs.name;
  if (!id) link.attribs.id = name;
  else if (id !== name) prepend(link, new Element('a', { id: anchorOf(name) }));
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
