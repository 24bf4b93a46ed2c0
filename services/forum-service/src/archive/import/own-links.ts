import { createAddresses } from '../../model/addresses.ts';
import type { Forum } from '../../model/forum.ts';
import { literally } from './place-files.ts';

/** Stands for the address of the forum in texts of archives with `own_links`, before the path of a page. */
const HERE = 'forum:/';

/** In archives, links of a forum to its own pages do not say where it is: they lead to the forum that imports them. */
export interface OwnLinks {
  /** Undefined for a text without such links, and for one that says `forum:/` itself. */
  shorten(text: string): string | undefined;
  /** The reverse. */
  expand(text: string): string;
}

/** @param publicUrl the start of all URLs of the service */
export function createOwnLinks(publicUrl: string, forum: Pick<Forum, 'slug' | 'host'>): OwnLinks {
  const { home } = createAddresses(publicUrl, forum);
  // A forum with a host name of its own is at both addresses.
  const homes = [home, createAddresses(publicUrl, { ...forum, host: '' }).home];
  const longestFirst = homes.toSorted((a, b) => b.length - a.length);
  // Not within another address, nor those of other forums, the API and the desk.
  const links = new RegExp(
    `(?:${longestFirst.map(literally).join('|')})(?:/(?!(?:api|desk|forum)/)|(?![\\w/:@%-]|\\.\\w))`,
    'g',
  );
  return {
    shorten(text) {
      const short = text.includes(HERE) ? text : text.replace(links, HERE);
      return short === text ? undefined : short;
    },
    expand: (text) => text.replaceAll(HERE, () => `${home}/`),
  };
}
