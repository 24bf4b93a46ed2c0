import { setTimeout } from 'node:timers/promises';
import { AppError } from '@guidepost/service-kit';
import { fetchFiles, fetchFilesOf } from './fetch-files.ts';
import { createListReader } from './fetch-lists.ts';
import type { FetchOptions, FetchStep, FetchSummary } from './fetch-step.ts';
import { type FetchFolder, openFetchFolder, type Round } from './folder.ts';
import { createReceiver } from './receive.ts';
import { type Clock, createRequests } from './requests.ts';
import { readLists } from './saved-lists.ts';
import { textIn } from './vendor.ts';

const SYSTEM_CLOCK: Clock = {
  now: () => Date.now(),
  async wait(milliseconds, signal) {
    await setTimeout(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
  },
};

/** Milliseconds. */
const TIMEOUT = 120_000;

const MOST_PAGE_BYTES = 100_000_000;

/** Seconds by which the next round overlaps this one, for clocks that differ. */
const OVERLAP = 300;

/**
 * Saves a help centre to a folder. A run that ended early goes on where it was; the next one asks only for changes.
 * @throws AppError `unavailable` if the server cannot be asked further, and the reason of the signal; what was fetched
 *   stays in both cases
 */
export async function fetchCentre(options: FetchOptions): Promise<FetchSummary> {
  const { vendor, site, token, locale, signal, clock = SYSTEM_CLOCK, timeout = TIMEOUT, resolve } = options;
  const { api = vendor.api(site), mostPageBytes = MOST_PAGE_BYTES } = options;
  requireSafeToken({ ...options, api });
  const folder = await openFetchFolder(options.folder, {
    vendor: vendor.name,
    url: site.href,
    locale: locale ?? null,
  });
  const saved = told(folder, options.onSaved);
  const privateHosts = new Set(options.allowPrivate ? [api.host, site.host] : []);
  const receiver = createReceiver({ privateHosts, timeout, resolve });
  try {
    const requests = createRequests(receiver, clock, signal);
    const round = await openRound(saved, clock);
    const roundNumber = saved.state.rounds.length;
    const step = { ...options, api, token, mostPageBytes, saved, round, roundNumber, requests };
    await fetchLists(step);
    const files = await fetchFiles(step);
    await saveAddresses(step);
    round.finished = new Date(clock.now()).toISOString();
    await saved.saveState();
    return summaryOf(step, files);
  } finally {
    receiver.close();
  }
}

/** A token would be readable on its way. */
function requireSafeToken({ api, token, allowPrivate = false }: FetchOptions & { api: URL }): void {
  if (token !== undefined && api.protocol !== 'https:' && !allowPrivate)
    throw new AppError('invalid', 'A token is sent to https: addresses only.', {
      reason: 'fetchTls',
    });
}

/** The same folder, which tells of what it gets. */
function told(folder: FetchFolder, onSaved: FetchOptions['onSaved'] = () => {}): FetchFolder {
  return {
    ...folder,
    async savePage(place, bytes) {
      await folder.savePage(place, bytes);
      onSaved(bytes.length);
    },
    async saveFile(id, file) {
      await folder.saveFile(id, file);
      onSaved(file.bytes.length);
    },
  };
}

async function openRound({ state, saveState }: FetchFolder, clock: Clock): Promise<Round> {
  const last = state.rounds.at(-1);
  if (last && last.finished === null) return last;
  const since = last ? Math.floor(Date.parse(last.started) / 1_000) - OVERLAP : null;
  const started = new Date(clock.now()).toISOString();
  const round: Round = { started, finished: null, since, lists: {}, failed: [], remarks: [] };
  state.rounds.push(round);
  await saveState();
  return round;
}

async function fetchLists(step: FetchStep): Promise<void> {
  const reader = createListReader(step, (files) => fetchFilesOf(step, files));
  for (const list of step.vendor.lists) await reader.fetchAll(list);
}

async function saveAddresses({ vendor, saved, site }: FetchStep): Promise<void> {
  const lists = readLists(saved, vendor);
  const addresses = new Map<string, string>();
  const hasAddress = (list: string, id: string) => addresses.has(`${list}/${id}`);
  for (const { name, address } of vendor.lists) {
    if (!address) continue;
    for await (const { items } of lists.pages(name)) {
      for (const item of items) {
        const key = `${name}/${textIn(item, 'id')}`;
        addresses.delete(key);
        const found = address(item, site, hasAddress);
        if (found !== undefined) addresses.set(key, found);
      }
    }
  }
  await saved.saveAddresses(addresses.values());
}

function summaryOf({ round, site }: FetchStep, files: FetchSummary['files']): FetchSummary {
  const lists = Object.entries(round.lists).map(([name, { entries }]) => [name, entries] as const);
  return {
    url: site.href,
    lists: Object.fromEntries(lists),
    changesOnly: Object.values(round.lists).some(({ whole }) => !whole),
    files,
    failed: round.failed,
    remarks: round.remarks,
  };
}
