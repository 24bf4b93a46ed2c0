import type { PagePlace, SavedFolder } from './folder.ts';
import { type Item, textIn, type Vendor } from './vendor.ts';

/** A page of a list, with the place at which it can be read again. */
interface SavedPage {
  place: PagePlace;
  /** The whole answer. */
  body: unknown;
  items: readonly Item[];
}

export interface SavedLists {
  /** The pages of a list, oldest first: an entry of a later page replaces one with the same id. */
  pages(list: string): AsyncGenerator<SavedPage>;
  /** A page once more; the last one is kept. */
  read(place: PagePlace): Promise<readonly Item[]>;
  /** The pages of a list that an entry of another list has, as they were fetched last. */
  pagesOf(list: string, parent: string): Promise<readonly SavedPage[]>;
  /** Their entries. */
  entriesOf(list: string, parent: string): Promise<readonly Item[]>;
}

/** An entry of a list without its text, and where that is. */
export interface Listed {
  id: string;
  item: Item;
  /** The whole entry. */
  whole(): Promise<Item>;
}

type ReadFolder = Pick<SavedFolder, 'state' | 'readPage'>;

/** Reads what `fetchCentre` has saved. */
export function readLists(folder: ReadFolder, vendor: Vendor): SavedLists {
  let kept: { key: string; items: readonly Item[] } | undefined;

  async function pageAt(place: PagePlace): Promise<SavedPage | undefined> {
    const body = await folder.readPage(place);
    const list = vendor.lists.find(({ name }) => name === place.list);
    return body === undefined || !list ? undefined : { place, body, items: list.items(body) };
  }

  async function* pagesFrom(start: Omit<PagePlace, 'number'>): AsyncGenerator<SavedPage> {
    for (let number = 1; ; number += 1) {
      const page = await pageAt({ ...start, number });
      if (!page) return;
      yield page;
    }
  }

  async function pagesOf(list: string, parent: string): Promise<readonly SavedPage[]> {
    for (let round = folder.state.rounds.length; round > 0; round -= 1) {
      const found: SavedPage[] = [];
      for await (const page of pagesFrom({ round, list, parent })) found.push(page);
      if (found.length > 0) return found;
    }
    return [];
  }

  async function* pagesOfRound(round: number, name: string): AsyncGenerator<SavedPage> {
    const { of } = vendor.lists.find((list) => list.name === name) ?? {};
    if (of === undefined) yield* pagesFrom({ round, list: name });
    else
      for await (const { items } of pagesOfRound(round, of))
        for (const item of items) yield* pagesFrom({ round, list: name, parent: textIn(item, 'id') });
  }

  return {
    async *pages(list) {
      for (const round of roundsOf(folder, list)) yield* pagesOfRound(round, list);
    },
    async read(place) {
      const key = `${place.round}/${place.number}/${place.list}/${place.parent}`;
      if (kept?.key !== key) kept = { key, items: (await pageAt(place))?.items ?? [] };
      return kept.items;
    },
    pagesOf,
    entriesOf: async (list, parent) => (await pagesOf(list, parent)).flatMap(({ items }) => items),
  };
}

/** From the last one that has the whole list. */
function roundsOf({ state }: ReadFolder, list: string): number[] {
  const whole = state.rounds.findLastIndex(({ lists }) => lists[list]?.whole && lists[list].done);
  const numbers = state.rounds.map((_, index) => index + 1);
  return numbers.slice(Math.max(whole, 0));
}

/** The entries of a list as they were fetched last. */
export async function entriesOf(lists: SavedLists, name: string): Promise<Item[]> {
  const entries = new Map<string, Item>();
  for await (const { items } of lists.pages(name)) {
    for (const item of items) entries.set(textIn(item, 'id') ?? '', item);
  }
  entries.delete('');
  return [...entries.values()];
}

/**
 * Entries as they were fetched last, without the members that may be large, which are read again when they are needed.
 */
export async function listEntries(
  lists: SavedLists,
  name: string,
  large: readonly string[],
): Promise<Listed[]> {
  const entries = new Map<string, Listed>();
  for await (const { place, items } of lists.pages(name)) {
    for (const [index, item] of items.entries()) {
      const id = textIn(item, 'id');
      if (id === undefined || !/^[\w-]{1,80}$/.test(id)) continue;
      const whole = async () => (await lists.read(place))[index] ?? {};
      entries.delete(id);
      entries.set(id, { id, item: without(item, large), whole });
    }
  }
  return [...entries.values()];
}

function without(item: Item, members: readonly string[]): Item {
  return Object.fromEntries(Object.entries(item).filter(([name]) => !members.includes(name)));
}
