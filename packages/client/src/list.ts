/** A part of a list, as one answer has it. */
export interface Page<Item> {
  items: Item[];
  /** The length of the whole list. */
  total: number;
  /** A search that could not look at everything. */
  partial: boolean;
  /** The query with the spelling that was searched for, if it has words that nothing has. */
  correctedQuery?: string | undefined;
}

/** A list that is read as it is needed: `for await (const item of list)`. Each loop reads it again. */
export interface List<Item> extends AsyncIterable<Item> {
  /** One answer at a time, with what is said about the list. */
  pages(): AsyncIterableIterator<Page<Item>>;
  /** The first answer alone. */
  first(): Promise<Page<Item>>;
}

/** @param read reads a part; undefined instead of the next part's place after the last one */
export function createList<Item, Place>(
  read: (place: Place | undefined) => Promise<{ page: Page<Item>; next: Place | undefined }>,
): List<Item> {
  async function* pages() {
    let place: Place | undefined;
    do {
      const { page, next } = await read(place);
      yield page;
      place = next;
    } while (place !== undefined);
  }
  return {
    pages,
    first: async () => (await read(undefined)).page,
    async *[Symbol.asyncIterator]() {
      for await (const { items } of pages()) yield* items;
    },
  };
}
