import { AppError } from '@guidepost/service-kit';
import type { FetchStep } from './fetch-step.ts';
import type { Failure, PagePlace } from './folder.ts';
import { FetchFailure } from './receive.ts';
import { type FoundFile, type Item, type List, type Page, textIn } from './vendor.ts';

/** Pages of one list; a list without end is given up. */
const MOST_PAGES = 20_000;

/** Fetches the pages of lists that the folder does not have yet. */
export function createListReader(step: FetchStep, fetchUrgent: (files: FoundFile[]) => Promise<void>) {
  const { vendor, site, saved, round, roundNumber: number, api } = step;
  const counts = new Map<string, number>();

  /** All pages of a list, with lists that entries of another one have. */
  async function fetchAll(list: List): Promise<void> {
    if (list.needsToken && step.token === undefined) return;
    const known = round.lists[list.name];
    if (known?.done) {
      counts.set(list.name, known.entries);
      return;
    }
    const whole = changesPath(list) === undefined;
    round.lists[list.name] ??= { entries: 0, whole, done: false };
    const entries = list.of === undefined ? await fetchOne(list) : await fetchOfEach(list, list.of);
    counts.set(list.name, entries);
    Object.assign(round.lists[list.name] ?? {}, { entries, done: true });
    await saved.saveState();
  }

  async function fetchOne(list: List): Promise<number> {
    const state = round.lists[list.name];
    const changes = state?.whole ? undefined : changesPath(list);
    try {
      const path = changes ?? list.path({ locale: step.locale });
      return await fetchPages(list, { path, mayRepeat: changes !== undefined });
    } catch (error) {
      if (!(error instanceof FetchFailure)) throw error;
      if (error.kind === 'denied' && changes !== undefined && state) {
        state.whole = true;
        await saved.saveState();
        return fetchOne(list);
      }
      const isRefused = error.kind === 'denied' || error.kind === 'final';
      if (!isRefused || !list.optional) throw endedBy(error, list.name);
      round.remarks.push(`${list.name}: left out, since ${error.message}`);
      return 0;
    }
  }

  function changesPath(list: List): string | undefined {
    return round.since === null ? undefined : list.changes?.(round.since, step.locale);
  }

  async function fetchOfEach(list: List, of: string): Promise<number> {
    const parents = [...(await idsOf(of, list)), ...failedBefore(list)];
    step.onStart?.(parents.length, `${list.name.replaceAll('_', ' ')}`);
    let entries = 0;
    for (const parent of parents) {
      const id = textIn(parent, 'id') ?? '';
      try {
        entries += await fetchPages(list, { parent: id, path: list.path({ parent, locale: step.locale }) });
      } catch (error) {
        if (!(error instanceof FetchFailure)) throw error;
        if (error.kind === 'busy' || error.kind === 'broken') throw endedBy(error, `${list.name} of ${id}`);
        if (error.kind === 'denied' && list.optional && entries === 0 && step.token === undefined) {
          round.remarks.push(`${list.name}: left out, since ${error.message} without a token`);
          return 0;
        }
        noteFailure({ what: `${list.name} of ${id}`, why: error.message, list: list.name, parent: id });
      }
      step.onStep?.();
    }
    return entries;
  }

  /** Those that the round before could not fetch, whether they have changed or not. */
  function failedBefore(list: List): Item[] {
    const before = saved.state.rounds[number - 2]?.failed ?? [];
    return before.flatMap((failure) => (failure.list === list.name ? [{ id: failure.parent }] : []));
  }

  function noteFailure(failure: Failure): void {
    if (!round.failed.some(({ what }) => what === failure.what)) round.failed.push(failure);
  }

  /** Without the content of entries, which may not fit into memory. */
  async function idsOf(name: string, list: List): Promise<Item[]> {
    const parents = new Map<string, Item>();
    const parentList = vendor.lists.find((other) => other.name === name);
    if (!parentList) return [];
    for await (const { items } of pagesOfList(step, parentList)) {
      for (const item of items) {
        const id = textIn(item, 'id');
        const isWanted = list.isWanted?.(item, counts) ?? true;
        if (id !== undefined && /^[\w-]{1,80}$/.test(id) && isWanted && isRecent(list, item))
          parents.set(id, identity(item));
      }
    }
    return [...parents.values()];
  }

  /** Whether an entry may have changed since the last round. */
  function isRecent(list: List, item: Item): boolean {
    const changed = new Date(String(list.changedAt?.(item))).getTime();
    return round.since === null || Number.isNaN(changed) || changed >= round.since * 1_000;
  }

  /** @param start `mayRepeat` is for changes, whose last page may be told again and again */
  async function fetchPages(
    list: List,
    start: { path: string; parent?: string; mayRepeat?: boolean },
  ): Promise<number> {
    const asked = new Set<string>();
    const ids = new Set<string>();
    let entries = 0;
    let path: string | undefined = start.path;
    for (let page = 1; path !== undefined; page += 1) {
      if (asked.has(path) && start.mayRepeat) break;
      if (asked.has(path) || page > MOST_PAGES) throw endless();
      asked.add(path);
      const place = { round: number, list: list.name, parent: start.parent, number: page };
      const found = await pageAt(place, list, path);
      const repeats = isRepeated(found, ids);
      if (repeats && start.mayRepeat) break;
      if (repeats) throw endless();
      entries += found.items.length;
      if (list.isUrgent) await fetchUrgent(found.items.flatMap((item) => list.files?.(item, site) ?? []));
      path = vendor.next(found, path);
    }
    return entries;
  }

  /** From the folder, or else fetched: where it goes on stands in the page itself, so that no page is asked twice. */
  async function pageAt(place: PagePlace, list: List, path: string): Promise<Page> {
    const kept = await saved.readPage(place);
    if (kept !== undefined) return { body: kept, number: place.number, items: list.items(kept) };
    const { bytes } = await step.requests.ask(atApi(path), {
      headers: { Accept: 'application/json', ...vendor.headers(step.token) },
      most: step.mostPageBytes,
      refusal: (url) => (url.origin === api.origin ? undefined : `leads to another host, ${url.host}`),
      trusted: new Set([api.origin]),
    });
    const body = parsed(bytes);
    await saved.savePage(place, bytes);
    return { body, number: place.number, items: list.items(body) };
  }

  /** Links of answers may name the vendor's host for a centre that has its own; the path is the same. */
  function atApi(path: string): URL {
    const url = URL.parse(path, api);
    if (!url) throw new FetchFailure('final', 'its next page has no address');
    return new URL(`${url.pathname}${url.search}`, api);
  }

  return { fetchAll };
}

/** The pages of a list of a round, as they were saved. @param parent the entry that the list is of */
async function* savedPages(
  { saved, roundNumber }: Pick<FetchStep, 'saved' | 'roundNumber'>,
  list: List,
  parent?: string,
): AsyncGenerator<Page> {
  for (let number = 1; ; number += 1) {
    const body = await saved.readPage({ round: roundNumber, list: list.name, parent, number });
    if (body === undefined) return;
    yield { body, number, items: list.items(body) };
  }
}

/** The pages of a list of a round, whatever it is of. */
export async function* pagesOfList(
  step: Pick<FetchStep, 'saved' | 'roundNumber' | 'vendor'>,
  list: List,
): AsyncGenerator<Page> {
  if (list.of === undefined) yield* savedPages(step, list);
  const parents = step.vendor.lists.find(({ name }) => name === list.of);
  if (!parents) return;
  for await (const { items } of pagesOfList(step, parents))
    for (const item of items) yield* savedPages(step, list, textIn(item, 'id'));
}

/** Whether a page after the first has nothing but what earlier ones had. */
function isRepeated({ items, number }: Page, ids: Set<string>): boolean {
  const known = ids.size;
  for (const item of items) ids.add(textIn(item, 'id') ?? JSON.stringify(item));
  return number > 1 && items.length > 0 && ids.size === known;
}

function identity({ id }: Item): Item {
  return { id };
}

function endless(): FetchFailure {
  return new FetchFailure('final', 'its pages have no end');
}

function parsed(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes);
  try {
    return JSON.parse(text);
  } catch {
    const isHtml = /^\s*</.test(text);
    throw new FetchFailure(
      'final',
      isHtml ? 'answers with a web page, not with JSON' : 'answers with broken JSON',
    );
  }
}

/** The error that ends a fetch. @param what could not be fetched */
export function endedBy({ message, reason }: FetchFailure, what: string): AppError {
  return new AppError('unavailable', `${what}: ${message}.`, { reason });
}
