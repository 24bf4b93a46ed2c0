import type { PagePlace, SavedFolder } from './folder.ts';
import { type Item, textIn, type Vendor } from './vendor.ts';

/** A page of a list, with the place at which it can be read again. */
export interface SavedPage {
  place: PagePlace;
  items: readonly Item[];
}

export interface SavedLists {
  /** The pages of a list, oldest first: an entry of a later page replaces one with the same id. */
  pages(list: string): AsyncGenerator<SavedPage>;
  /** A page once more; the last one is kept. */
  read(place: PagePlace): Promise<readonly Item[]>;
  /** The entries of a list that an entry of another list has, as they were fetched last. */
  entriesOf(list: string, parent: string): Promise<readonly Item[]>;
}

type ReadFolder = Pick<SavedFolder, 'state' | 'readPage'>;

/** Reads what `fetchCentre` has saved. */
export function readLists(folder: ReadFolder, vendor: Vendor): SavedLists {
  let kept: { key: string; items: readonly Item[] } | undefined;

  async function itemsAt(place: PagePlace): Promise<readonly Item[] | undefined> {
    const body = await folder.readPage(place);
    const list = vendor.lists.find(({ name }) => name === place.list);
    return body === undefined ? undefined : list?.items(body);
  }

  async function* pagesOf(start: Omit<PagePlace, 'number'>): AsyncGenerator<SavedPage> {
    for (let number = 1; ; number += 1) {
      const place = { ...start, number };
      const items = await itemsAt(place);
      if (items === undefined) return;
      yield { place, items };
    }
  }

  async function* pagesOfRound(round: number, name: string): AsyncGenerator<SavedPage> {
    const { of } = vendor.lists.find((list) => list.name === name) ?? {};
    if (of === undefined) yield* pagesOf({ round, list: name });
    else
      for await (const { items } of pagesOfRound(round, of))
        for (const item of items) yield* pagesOf({ round, list: name, parent: textIn(item, 'id') });
  }

  return {
    async *pages(list) {
      for (const round of roundsOf(folder, list)) yield* pagesOfRound(round, list);
    },
    async read(place) {
      const key = `${place.round}/${place.number}/${place.list}/${place.parent}`;
      if (kept?.key !== key) kept = { key, items: (await itemsAt(place)) ?? [] };
      return kept.items;
    },
    async entriesOf(list, parent) {
      for (let round = folder.state.rounds.length; round > 0; round -= 1) {
        const found: (readonly Item[])[] = [];
        for await (const { items } of pagesOf({ round, list, parent })) found.push(items);
        if (found.length > 0) return found.flat();
      }
      return [];
    },
  };
}

/** From the last one that has the whole list. */
function roundsOf({ state }: ReadFolder, list: string): number[] {
  const whole = state.rounds.findLastIndex(({ lists }) => lists[list]?.whole && lists[list].done);
  const numbers = state.rounds.map((_, index) => index + 1);
  return numbers.slice(Math.max(whole, 0));
}
