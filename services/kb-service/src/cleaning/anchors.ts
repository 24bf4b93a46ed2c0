import { Element, type ParentNode } from 'domhandler';
import { kindOfAddress } from './addresses.ts';
import { rewrite } from './rewrite.ts';

const MAX_LENGTH = 200;

/** Fragments match in any script, and contain these marks as they are. IDs that begin with ":" are reserved for pages. */
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
