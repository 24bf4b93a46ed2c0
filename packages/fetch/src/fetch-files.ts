import { AppError } from '@guidepost/service-kit';
import { savedPages } from './fetch-lists.ts';
import type { FetchStep, FetchSummary } from './fetch-step.ts';
import { FetchFailure } from './receive.ts';
import type { FoundFile } from './vendor.ts';

/** Bytes of a file. */
const MOST_FILE_BYTES = 20_000_000;

/** After so many files in a row for which the server had no time, there is no use in going on. */
const MOST_IN_A_ROW = 3;

/** Fetches the files that the folder does not have yet. What cannot be fetched is listed in the round. */
export async function fetchFiles(step: FetchStep): Promise<FetchSummary['files']> {
  const { saved, round, images = 'own' } = step;
  const all = await findFiles(step);
  const wanted = all.filter(({ foreign }) => !foreign || images === 'all');
  const given = new Set(round.failed.map(({ what }) => what));
  const absent = wanted.filter(({ id }) => saved.fileOf(id) === undefined);
  const missing = absent.filter(({ url }) => !given.has(shown(url)));
  step.onStart?.(missing.length, 'files');
  let fetched = 0;
  let inARow = 0;
  for (const file of missing) {
    const failure = await fetchFile(step, file);
    if (!failure) fetched += 1;
    else if (failure.kind === 'final' || failure.kind === 'denied') await noteFailure(step, file, failure);
    else if (++inARow >= MOST_IN_A_ROW) throw ended(failure);
    else round.failed.push({ what: shown(file.url), why: failure.message });
    if (!failure) inARow = 0;
    step.onStep?.();
  }
  return { fetched, present: wanted.length - absent.length, foreign: all.length - wanted.length };
}

/** Each file once, in the order of the pages; the address of the vendor's own list goes before that in a text. */
async function findFiles(step: FetchStep): Promise<FoundFile[]> {
  const found = new Map<string, FoundFile>();
  for (const round of step.saved.state.rounds.keys()) {
    for (const list of step.vendor.lists) {
      for await (const { items } of pagesOf(step, { round: round + 1, list })) {
        for (const item of items)
          for (const file of list.files?.(item, step.site) ?? [])
            if (!found.has(file.id) || file.size !== undefined) found.set(file.id, file);
      }
    }
  }
  return [...found.values()];
}

async function* pagesOf(
  step: FetchStep,
  { round, list }: { round: number; list: FetchStep['vendor']['lists'][number] },
) {
  if (!list.files) return;
  const at = { ...step, roundNumber: round };
  if (list.of === undefined) {
    yield* savedPages(at, list);
    return;
  }
  const parents = step.vendor.lists.find(({ name }) => name === list.of);
  if (!parents) return;
  for await (const { items } of savedPages(at, parents))
    for (const { id } of items) yield* savedPages(at, list, String(id));
}

async function fetchFile(
  step: FetchStep,
  { id, url, size, foreign }: FoundFile,
): Promise<FetchFailure | undefined> {
  const { vendor, site, token, saved } = step;
  const origins = new Set([vendor.api(site).origin, site.origin]);
  const address = new URL(url);
  if (site.protocol === 'https:') address.protocol = 'https:';
  try {
    const { bytes } = await step.requests.ask(address, {
      headers: vendor.headers(token),
      most: MOST_FILE_BYTES,
      size,
      trusted: origins,
      refusal: (next) =>
        refusalOf(next, {
          isOwn: origins.has(next.origin) || vendor.fileHosts.test(next.hostname),
          site,
          foreign,
        }),
    });
    await saved.saveFile(id, { name: nameIn(address), bytes });
    return undefined;
  } catch (error) {
    if (error instanceof FetchFailure) return error;
    throw error;
  }
}

function refusalOf(
  url: URL,
  { isOwn, site, foreign = false }: { isOwn: boolean; site: URL; foreign: boolean | undefined },
): string | undefined {
  if (!/^https?:$/.test(url.protocol) || url.username || url.password)
    return 'leads to no address of the web';
  if (url.protocol === 'http:' && site.protocol === 'https:') return 'leads to an address without TLS';
  return isOwn || foreign ? undefined : `leads to another host, ${url.host}`;
}

async function noteFailure(
  { round, saved }: FetchStep,
  file: FoundFile,
  failure: FetchFailure,
): Promise<void> {
  round.failed.push({ what: shown(file.url), why: failure.message });
  await saved.saveState();
}

/** Without the query, which may be a signature. */
function shown(url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`.slice(0, 300);
}

function nameIn({ pathname }: URL): string {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function ended({ message }: FetchFailure): AppError {
  return new AppError(
    'unavailable',
    `Files: ${message}. What was fetched is kept; run the command again to go on.`,
  );
}
