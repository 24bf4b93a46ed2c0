import { type ChildNode, type Element, isTag, type ParentNode } from 'domhandler';
import {
  existsOne,
  findAll,
  findOne,
  nextElementSibling,
  prevElementSibling,
  removeElement,
  textContent,
} from 'domutils';
import { rewrite } from './rewrite.ts';

/** Where scripts that load media late keep the address, and where `useFallbacks` puts that of a fallback. */
const LATE = ['data-src', 'data-lazy-src', 'data-original', 'data-lazy', 'data-litespeed-src'];
const LATE_SETS = ['data-srcset', 'data-lazy-srcset', 'data-original-set'];
const FALLBACK = 'data-fallback-src';

const EMPTY_ADDRESS = /^\s*(?:$|data:|about:)/i;

const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden/i;

const IMAGE_NAME = /\.(?:avif|gif|jpe?g|png|webp)$/i;

export interface Candidate {
  address: string;
  /** Pixels of the image for a pixel of the page. */
  density: number;
}

/**
 * Makes visible what pages show without scripts: images and frames in `<noscript>`, and media whose address waits
 * in another attribute.
 */
export function revealLateMedia(root: ParentNode): void {
  rewrite(root, { enter: (element) => (element.name === 'noscript' ? placeFallback(element) : undefined) });
  for (const embedded of findAll(isEmbeddedImage, root.children)) toImage(embedded);
  for (const element of findAll(({ name }) => /^(?:audio|iframe|source|video)$/.test(name), root.children)) {
    const { attribs } = element;
    const late = firstOf(attribs, [...LATE, FALLBACK]);
    if (late !== undefined && EMPTY_ADDRESS.test(attribs.src ?? '')) attribs.src = late;
    forgetLate(element);
  }
}

function isEmbeddedImage({ name, attribs }: Element): boolean {
  if (name !== 'object' && name !== 'embed') return false;
  return /^image\/(?!svg)/i.test(attribs.type ?? '') || IMAGE_NAME.test(attribs.data ?? attribs.src ?? '');
}

function toImage(embedded: Element): void {
  const { data, src = data ?? '', title, width, height } = embedded.attribs;
  const alt = title ?? textContent(embedded.children).trim();
  embedded.name = 'img';
  embedded.attribs = { src, alt, ...(width && { width }), ...(height && { height }) };
  embedded.children = [];
}

/** The addresses of an `<img>`, the best first: its own, the late one, those of `srcset` and of `<picture>`. */
export function candidatesOf(image: Element): Candidate[] {
  const { attribs } = image;
  const late = [...LATE, FALLBACK].flatMap((name) => single(attribs[name]));
  const sets = [...LATE_SETS, 'srcset'].flatMap((name) => candidatesIn(attribs[name]));
  const sources = sourcesBefore(image).flatMap((source) =>
    ['data-srcset', 'srcset'].flatMap((name) => candidatesIn(source.attribs[name])),
  );
  const own = single(attribs.src);
  const all = isLate(image) ? [...late, ...sets, ...sources, ...own] : [...own, ...late, ...sets, ...sources];
  const known = new Set<string>();
  return all.filter(({ address }) => !known.has(address) && known.add(address));
}

/** The sources of the `<picture>` of an image. */
export function sourcesBefore(image: Element): Element[] {
  if (!image.parent || !isTag(image.parent) || image.parent.name !== 'picture') return [];
  const sources: Element[] = [];
  for (let node = prevElementSibling(image); node?.name === 'source'; node = prevElementSibling(node))
    sources.push(node);
  return sources.reverse();
}

/** Gives an image the address that was chosen of its candidates. It comes first, because content is searched for it. */
export function setAddress(image: Element, src: string): void {
  const { src: _, ...others } = image.attribs;
  image.attribs = { src, ...others };
  forgetLate(image);
}

function forgetLate({ attribs }: Element): void {
  for (const name of [...LATE, ...LATE_SETS, FALLBACK]) delete attribs[name];
}

function isLate({ attribs }: Element): boolean {
  return EMPTY_ADDRESS.test(attribs.src ?? '') || /\blazy/i.test(attribs.class ?? '');
}

function single(address = ''): Candidate[] {
  return address.trim() === '' ? [] : [{ address, density: 1 }];
}

/** The candidates of a `srcset`, the largest first. */
function candidatesIn(srcset = ''): Candidate[] {
  const found: (Candidate & { size: number })[] = [];
  // A comma may lack its space only behind a descriptor.
  for (const word of srcset.replaceAll(/(?<=\s[\d.]{1,10}[wxh]),/g, ' ').split(/\s+/)) {
    const [, number = '', unit] = /^(\d[\d.]{0,9})([wxh])$/.exec(word) ?? [];
    const last = found.at(-1);
    const address = word.replace(/^,|,$/g, '');
    if (unit && last)
      Object.assign(last, { size: Number(number), density: unit === 'x' ? Number(number) : 1 });
    else if (address) found.push({ address, size: 1, density: 1 });
  }
  return found.toSorted((one, other) => other.size - one.size);
}

/** A fallback beside the element that it stands for gives it its address; any other is shown. */
function placeFallback(fallback: Element): ChildNode[] {
  const media = findOne(isSeenMedia, fallback.children);
  if (!media) return [fallback];
  const beside = [prevElementSibling(fallback), nextElementSibling(fallback)].flatMap(nearElements);
  const waiting = beside.find(
    (element) => element.name === media.name && isWaiting(element) && !element.attribs[FALLBACK],
  );
  const address = media.name === 'img' ? candidatesOf(media)[0]?.address : media.attribs.src;
  if (!waiting || !address) return fallback.children;
  waiting.attribs[FALLBACK] = address;
  removeElement(media);
  const { children } = fallback;
  return existsOne(isSeenMedia, children) || textContent(children).trim() !== '' ? children : [];
}

function isSeenMedia(element: Element): boolean {
  return /^(?:iframe|img)$/.test(element.name) && isSeen(element);
}

/** An element and the content of its frames, not deeper, so that nested ones are not searched again and again. */
function nearElements(element: Element | null): Element[] {
  if (!element) return [];
  const inside = element.children.filter(isTag);
  return [element, ...inside, ...inside.flatMap(({ children }) => children.filter(isTag))];
}

/** Whether a script gives the element its address. */
export function isWaiting(element: Element): boolean {
  return isLate(element) || firstOf(element.attribs, [...LATE, ...LATE_SETS]) !== undefined;
}

/** Frames and images that count visits or run scripts cannot be seen. */
export function isSeen({ attribs }: Element): boolean {
  const isTiny = [attribs.width, attribs.height].some((length) => /^\s*[01](?:px)?\s*$/.test(length ?? ''));
  return !isTiny && !HIDDEN_STYLE.test(attribs.style ?? '');
}

function firstOf(attributes: Record<string, string>, names: readonly string[]): string | undefined {
  return names.map((name) => attributes[name]).find((value) => value?.trim());
}
