import { mapInSlices } from '@guidepost/service-kit';
import { Parser } from 'htmlparser2';
import { ALLOWED_ELEMENTS, DROPPED_WITH_CONTENT } from '../../cleaning/allowed-markup.ts';
import { isFileAddress } from '../../model/file-address.ts';
import type { ContentElement, ContentNode } from '../../widget/widget-answers.ts';

/** Substitutes for content that a page with the widget need not allow. */
export interface TreeOptions {
  /** The name of a picture without one. */
  image: string;
  /** The page of the guide, which plays its films and sounds, and the name of a link there. */
  whole: { address: string; name: string };
  /** The address of a link as it is from elsewhere, and the guide of the site that it leads to; undefined for none. */
  readLink(address: string): { address: string; guide?: string | undefined } | undefined;
}

/** An element that is being read; without a name if only its content is shown. */
interface OpenElement extends ContentElement {
  attributes: Record<string, string>;
  content: ContentNode[];
}

const ELEMENTS: ReadonlySet<string> = new Set(ALLOWED_ELEMENTS);

const ATTRIBUTES: ReadonlySet<string> = new Set(
  `abbr align alt aria-label aria-level checked class cite colspan datetime dir disabled headers height href id lang
    open reversed role rowspan scope span src start tabindex title type value width`.split(/\s+/),
);

/** Films and sounds, which come from other sites. */
const PLAYERS: ReadonlySet<string> = new Set(['audio', 'iframe', 'video']);

const DROPPED: ReadonlySet<string> = new Set(DROPPED_WITH_CONTENT);

/** UTF-16 units that are parsed at a time. */
const PIECE = 16_000;

/** The title of a guide is a heading of the second level in the panel. */
const HEADING = /^h[1-6]$/;

/**
 * The content of a guide as a tree of elements, for pages whose scripts may not parse HTML. It has images of this
 * service alone: others, films and sounds are texts and links. Works in slices that let the event loop run.
 * @param html prepared for a page
 */
export async function readTree(html: string, options: TreeOptions): Promise<ContentNode[]> {
  const root = elementOf('');
  const open = [root];
  let skipped = 0;
  let links = 0;
  const add = (...nodes: ContentNode[]) => open.at(-1)?.content.push(...nodes);
  const parser = new Parser({
    onopentag(name, attributes) {
      if (skipped > 0 || PLAYERS.has(name) || DROPPED.has(name)) {
        if (skipped === 0 && PLAYERS.has(name)) add(linkToWhole(attributes.title, links > 0, options));
        skipped += 1;
        return;
      }
      const made = readElement(name, attributes, options);
      if (made.name === 'a') links += 1;
      open.push(made);
    },
    ontext(text) {
      if (skipped === 0) add(text);
    },
    onclosetag() {
      if (skipped > 0) {
        skipped -= 1;
        return;
      }
      const closed = open.pop();
      if (!closed) return;
      if (closed.name === 'a') links -= 1;
      if (closed.name === '') add(...closed.content);
      else add(closed);
    },
  });
  await mapInSlices(piecesOf(html), (piece) => parser.write(piece));
  parser.end();
  return root.content;
}

function elementOf(name: string, attributes = {}, content: ContentNode[] = []): OpenElement {
  return { name, attributes, content };
}

function* piecesOf(html: string): Generator<string> {
  for (let from = 0; from < html.length; from += PIECE) yield html.slice(from, from + PIECE);
}

/** @param isLinked whether it is within a link, around which there can be no other */
function linkToWhole(title: string | undefined, isLinked: boolean, { whole }: TreeOptions): ContentNode {
  const text = title?.trim() || whole.name;
  return isLinked ? text : elementOf('a', { href: whole.address }, [text]);
}

/** The element with what is safe of it. */
function readElement(name: string, given: Record<string, string>, options: TreeOptions): OpenElement {
  if (name === 'img' && !isFileAddress(given.src ?? ''))
    return elementOf('', {}, [given.alt?.trim() || options.image]);
  const isSafe = ELEMENTS.has(name) && (name !== 'input' || given.type === 'checkbox');
  // Links of headings to themselves: their addresses would be those of the page around the panel.
  if (!isSafe || (name === 'a' && given.class === 'anchor')) return elementOf('');
  const attributes = Object.fromEntries(Object.entries(given).filter(([key]) => ATTRIBUTES.has(key)));
  if (name === 'a') followLink(attributes, options);
  if (!HEADING.test(name)) return elementOf(name, attributes);
  if (attributes['aria-level']) attributes['aria-level'] = String(Number(attributes['aria-level']) + 1);
  return elementOf(`h${Math.min(Number(name[1]) + 1, 6)}`, attributes);
}

function followLink(attributes: Record<string, string>, { readLink }: TreeOptions): void {
  const { href } = attributes;
  const link = href === undefined ? undefined : readLink(href);
  delete attributes.href;
  if (!link) return;
  attributes.href = link.address;
  if (link.guide !== undefined) attributes['data-guide'] = link.guide;
}
