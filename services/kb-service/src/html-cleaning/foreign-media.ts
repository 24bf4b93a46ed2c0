import { type ChildNode, Element, isTag, type ParentNode, Text } from 'domhandler';
import { existsOne, findAll, getElementsByTagName } from 'domutils';
import { isOnTheWeb } from './addresses.ts';
import { isSeen } from './late-media.ts';
import { type LostAddress, shownAddress } from './removed-markup.ts';
import { replaceElements } from './replace-elements.ts';
import { isAllowedMedia, VIDEO_HOSTS } from './videos.ts';

const FOREIGN = ['audio', 'embed', 'iframe', 'object', 'video'];

/** Parents in which a link needs no paragraph of its own. */
const OF_TEXT = new Set(
  `abbr b bdi bdo caption cite code dd del dfn dt em figcaption h1 h2 h3 h4 h5 h6 i ins kbd label li mark p q s samp
  small span strong sub summary sup td th time u var`.split(/\s+/),
);

/** Parameters of an `<object>` with an address. */
const ADDRESS_PARAMETER = /^(?:data|filename|movie|src|url)$/i;

const MAX_TEXT_LENGTH = 100;

/**
 * Puts a link in the place of each film, sound or frame that pages may not show, if its address is on the web.
 * @returns those that have become links
 */
export function linkForeignMedia(root: ParentNode): LostAddress[] {
  const linked: LostAddress[] = [];
  const replaced = new Map<Element, ChildNode[]>();
  for (const element of findAll(({ name }) => FOREIGN.includes(name), root.children)) {
    if (isIn(replaced, element) || isShown(element)) continue;
    const [address = ''] = addressesOf(element).filter(isOnTheWeb);
    const link = isSeen(element) ? linkTo(address, element) : undefined;
    if (link) linked.push({ element: element.name, address: shownAddress(address) });
    if (element.name === 'object') keepFallback(element, link, replaced);
    else replaced.set(element, link ? [link] : []);
  }
  replaceElements(replaced);
  return linked;
}

/** An element in one that is replaced goes as well. */
function isIn(replaced: ReadonlyMap<Element, unknown>, element: Element): boolean {
  for (let node: ParentNode | null = element; node; node = node.parent) {
    if (isTag(node) && replaced.has(node)) return true;
  }
  return false;
}

function isShown({ name, attribs, children }: Element): boolean {
  if (name === 'iframe') {
    const url = URL.parse(attribs.src ?? '');
    return url?.protocol === 'https:' && VIDEO_HOSTS.includes(url.hostname);
  }
  if (name === 'embed' || name === 'object') return false;
  const sources = getElementsByTagName('source', children);
  return [attribs.src, ...sources.map((source) => source.attribs.src)].some(isAllowedMedia);
}

function addressesOf({ attribs, children }: Element): string[] {
  const parameters = getElementsByTagName('param', children)
    .filter((parameter) => ADDRESS_PARAMETER.test(parameter.attribs.name ?? ''))
    .map((parameter) => parameter.attribs.value);
  const inside = findAll(({ name }) => name === 'source' || name === 'embed', children);
  const sources = inside.map((source) => source.attribs.src);
  return [attribs.src, attribs.data, ...parameters, ...sources].filter((address) => address !== undefined);
}

function linkTo(written: string, media: Element): Element | Text | undefined {
  const href = written.trim().replace(/^\/\//, 'https://');
  const url = URL.parse(href);
  if (!url) return undefined;
  const text = new Text(
    media.attribs.title?.trim() || media.attribs['aria-label']?.trim() || shortAddress(url),
  );
  if (isInLink(media)) return text;
  const link = new Element('a', { href }, [text]);
  const isOfText = media.parent && isTag(media.parent) && OF_TEXT.has(media.parent.name);
  return isOfText ? link : new Element('p', {}, [link]);
}

/** `www.loom.com/embed/abc` */
function shortAddress({ host, pathname }: URL): string {
  const address = `${host}${pathname.replace(/\/$/, '')}`;
  return address.length > MAX_TEXT_LENGTH ? `${address.slice(0, MAX_TEXT_LENGTH - 1)}…` : address;
}

function isInLink(element: Element): boolean {
  for (let node = element.parent; node && isTag(node); node = node.parent) if (node.name === 'a') return true;
  return false;
}

/** The content of an `<object>` is for browsers that do not show it. */
function keepFallback(
  object: Element,
  link: Element | Text | undefined,
  replaced: Map<Element, ChildNode[]>,
): void {
  for (const embed of getElementsByTagName('embed', object.children)) replaced.set(embed, []);
  if (
    link &&
    !existsOne(({ name }) => name === 'a' || name === 'img' || name === 'iframe', object.children)
  ) {
    replaced.set(object, [link]);
  }
}
