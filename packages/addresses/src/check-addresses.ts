import { type AddressReader, wordsOfPath } from './address-reader.ts';

/** An address with the answer that readers get there. */
export interface CheckedAddress {
  address: string;
  /** 404 is a failure. */
  status: 200 | 301 | 404;
  /** Where a redirect leads: a path of the site, or a URL. */
  to?: string;
  /** For a failure: the paths of the pages whose words are nearest. */
  nearest?: string[];
}

/** A page that an address may have meant. */
interface TitledPage {
  path: string;
  title: string;
}

/** The answers of a site, without HTTP. */
interface SiteToCheck {
  readPath: AddressReader['readPath'];
  /** Those of the paths at which readers see a page. */
  findPages(paths: readonly string[]): Promise<ReadonlySet<string>>;
  /** Where a path leads at which no page is. */
  findRedirect(path: string): Promise<string | undefined>;
  titles: readonly TitledPage[];
}

const MOST_NEAREST = 3;

/** Asks for each address what a request would ask. */
export async function checkAddresses(
  addresses: readonly string[],
  { readPath, findPages, findRedirect, titles }: SiteToCheck,
): Promise<CheckedAddress[]> {
  const paths = new Map(addresses.map((address) => [address, readPath(address)]));
  const pages = await findPages([...paths.values()].filter((path) => path !== undefined));
  const findNearest = createFindNearest(titles);
  const checked: CheckedAddress[] = [];
  for (const [address, path] of paths) {
    if (path !== undefined && pages.has(path)) {
      checked.push({ address, status: 200 });
      continue;
    }
    const to = path === undefined ? undefined : await findRedirect(path);
    checked.push(
      to === undefined
        ? { address, status: 404, nearest: findNearest(wordsOfPath(path ?? '')) }
        : { address, status: 301, to },
    );
  }
  return checked;
}

type FindNearest = (text: string) => string[];

/** Finds the pages that share most words with a text; rare words count more, since they say more. */
function createFindNearest(pages: readonly TitledPage[]): FindNearest {
  const pagesWith = new Map<string, number[]>();
  for (const [place, { path, title }] of pages.entries()) {
    for (const word of new Set([...wordsIn(title), ...wordsIn(wordsOfPath(path))])) {
      const places = pagesWith.get(word);
      if (places) places.push(place);
      else pagesWith.set(word, [place]);
    }
  }
  return (text) => {
    const weights = new Map<number, number>();
    for (const word of new Set(wordsIn(text))) {
      const places = pagesWith.get(word) ?? [];
      for (const place of places) weights.set(place, (weights.get(place) ?? 0) + 1 / places.length);
    }
    const nearest = [...weights].sort(([one, weight], [other, more]) => more - weight || one - other);
    return nearest.slice(0, MOST_NEAREST).flatMap(([place]) => pages[place]?.path ?? []);
  };
}

function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? []
  );
}
