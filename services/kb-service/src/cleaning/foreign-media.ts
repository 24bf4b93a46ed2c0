import { type ChildNode, Element, isTag, isText, type ParentNode, Text } from 'domhandler';
import { textContent } from 'domutils';
import { isOnTheWeb, shortAddress, webAddress } from './addresses.ts';
import { isSeen } from './late-media.ts';
import { type LostAddress, shownAddress } from './removed-markup.ts';
import { rewrite } from './rewrite.ts';
import { isAllowedMedia, VIDEO_HOSTS } from './videos.ts';

/** Parents in which a link needs no paragraph of its own. */
const OF_TEXT = new Set(
  `abbr b bdi bdo caption cite code dd del dfn dt em figcaption h1 h2 h3 h4 h5 h6 i ins kbd label li mark p q s samp
  small span strong sub summary sup td th time u var`.split(/\s+/),
);

/** Content beside which an `<object>` needs no link. */
const TELLING = new Set(['a', 'iframe', 'img']);

/** Parameters of an `<object>` with an address. */
const ADDRESS_PARAMETER = /^(?:data|filename|movie|src|url)$/i;

/** Text in players that says nothing about what they play. */
const ABOUT_BROWSERS = /browser|html5|navegador|navigateur|webbläsare/i;

/**
 * Puts a link in the place of each film, sound or frame that pages may not show, if its address is on the web.
 * @returns those that have become links
 */
export function linkForeignMedia(root: ParentNode): LostAddress[] {
  const linked: LostAddress[] = [];
  /** Elements with something to see or to follow. */
  const telling = new Set<ChildNode>();

  function replaceMedia(element: Element): ChildNode[] | undefined {
    const [address = ''] = addressesOf(element).filter(isOnTheWeb);
    const link = isSeen(element) ? linkTo(address, element) : undefined;
    if (!link) return undefined;
    // In another link there is only its text, so that the address is lost.
    if (!isText(link)) linked.push({ element: element.name, address: shownAddress(address) });
    telling.add(link);
    return [link];
  }

  /** Players show their content to browsers that cannot play. */
  function replacePlayer(player: Element): ChildNode[] {
    if (!isSeen(player) || addressesOf(player).length === 0) return [];
    const content = player.children.filter(
      (child) => !isTag(child) || !/^(?:source|track)$/.test(child.name),
    );
    const text = textContent(content).trim();
    const isKept = content.some((child) => telling.has(child)) || (text !== '' && !ABOUT_BROWSERS.test(text));
    return [...(replaceMedia(player) ?? []), ...(isKept ? content : [])];
  }

  rewrite(root, {
    enter: (element) => (isForeign(element) ? (replaceMedia(element) ?? []) : undefined),
    leave(element) {
      if (isForeignPlayer(element)) return replacePlayer(element);
      const isTelling = TELLING.has(element.name) || element.children.some((child) => telling.has(child));
      if (isTelling) telling.add(element);
      // The content of an object is for browsers that do not show it.
      return element.name === 'object' && !isTelling ? replaceMedia(element) : undefined;
    },
  });
  return linked;
}

function isForeign({ name, attribs }: Element): boolean {
  if (name === 'embed') return true;
  if (name !== 'iframe') return false;
  const url = URL.parse(attribs.src ?? '');
  return url?.protocol !== 'https:' || !VIDEO_HOSTS.includes(url.hostname);
}

function isForeignPlayer({ name, attribs, children }: Element): boolean {
  if (name !== 'audio' && name !== 'video') return false;
  const sources = children.flatMap((child) => (isTag(child) && child.name === 'source' ? [child] : []));
  return ![attribs.src, ...sources.map((source) => source.attribs.src)].some(isAllowedMedia);
}

function addressesOf({ attribs, children }: Element): string[] {
  const inside = children.filter(isTag).map((child) => {
    if (child.name === 'source' || child.name === 'embed') return child.attribs.src;
    const isAddress = child.name === 'param' && ADDRESS_PARAMETER.test(child.attribs.name ?? '');
    return isAddress ? child.attribs.value : undefined;
  });
  return [attribs.src, attribs.data, ...inside].filter((address) => address !== undefined);
}

function linkTo(written: string, media: Element): Element | Text | undefined {
  const href = webAddress(written);
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

function isInLink(element: Element): boolean {
  for (let node = element.parent; node && isTag(node); node = node.parent) if (node.name === 'a') return true;
  return false;
}
