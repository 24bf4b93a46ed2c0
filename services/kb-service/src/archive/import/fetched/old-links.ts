import type { Element, ParentNode } from 'domhandler';
import { getElementsByTagName } from 'domutils';
import { kindOfAddress } from '../../../cleaning/addresses.ts';
import { shownAddress } from '../../../cleaning/removed-markup.ts';
import { unlink } from '../directory/links.ts';
import type { KnownSlugs } from '../import-source.ts';
import { type Centre, type CentreTarget, externalOf } from './centre.ts';

export interface LinkPlace {
  centre: Centre;
  /** Slugs by `zendesk:article:360`. */
  slugs: KnownSlugs;
  /** The guide that has the links. */
  slug: string;
  hasFile(url: URL): boolean;
  /** Links to files, which lead there already. */
  placed: ReadonlySet<Element>;
}

/**
 * Has links between old articles lead to the guides that they have become. Links to what is not here become text, since
 * the old site may be gone tomorrow.
 * @returns the addresses of those
 */
export function rewriteOldLinks(root: ParentNode, place: LinkPlace): string[] {
  const broken: string[] = [];
  for (const link of getElementsByTagName('a', root)) {
    const { href } = link.attribs;
    if (href === undefined || place.placed.has(link)) continue;
    const url = addressIn(href, place.centre);
    if (!url) continue;
    const found = resolve(url, place);
    if (found !== undefined) link.attribs.href = found;
    else {
      if (!place.hasFile(url)) broken.push(shownAddress(href));
      unlink(link);
    }
  }
  return broken;
}

/** An address of the old centre; undefined for all others. */
function addressIn(href: string, { site, isOwn }: Centre): URL | undefined {
  if (!/^(?:https?:|\/\/host|relative)$/.test(kindOfAddress(href)) || href.trim() === '') return undefined;
  const url = URL.parse(href.trim(), site);
  return url && isOwn(url) ? url : undefined;
}

/** Addresses are relative to the page of a guide. */
function resolve(url: URL, { centre, slugs, slug }: LinkPlace): string | undefined {
  const target = centre.targetOf(url);
  if (!target) return undefined;
  const guide = slugs.guides.get(externalOf(centre.scheme, target));
  if (guide !== undefined) return guide === slug && url.hash !== '' ? url.hash : `${guide}${url.hash}`;
  const category = slugs.categories.get(externalOf(centre.scheme, target));
  return category === undefined ? pageOf(target) : `../categories/${category}`;
}

function pageOf({ kind }: CentreTarget): string | undefined {
  return kind === 'home' ? '../' : undefined;
}
