import { endedBy, pagesOfList } from './fetch-lists.ts';
import type { FetchStep, FetchSummary } from './fetch-step.ts';
import { FetchFailure } from './receive.ts';
import type { FoundFile } from './vendor.ts';

/** Bytes of a file. */
const MOST_FILE_BYTES = 20_000_000;

/** After so many files in a row for which the server had no time, there is no use in going on. */
const MOST_IN_A_ROW = 3;

/** Fetches the files that the folder does not have yet. What cannot be fetched is listed in the round. */
export async function fetchFiles(step: FetchStep): Promise<FetchSummary['files']> {
  const all = await findFiles(step);
  const wanted = all.filter(({ foreign }) => !foreign || step.images === 'all');
  const absent = wanted.filter(({ id }) => step.saved.fileOf(id) === undefined).length;
  await fetchFilesOf(step, wanted);
  const left = wanted.filter(({ id }) => step.saved.fileOf(id) === undefined).length;
  return { fetched: absent - left, present: wanted.length - absent, foreign: all.length - wanted.length };
}

/** Fetches some files, but none twice in a round, and foreign ones on request only. */
export async function fetchFilesOf(step: FetchStep, files: readonly FoundFile[]): Promise<void> {
  const { saved, round, images = 'own' } = step;
  const given = new Set(round.failed.map(({ what }) => what));
  const missing = files.filter(
    ({ id, url, foreign }) =>
      saved.fileOf(id) === undefined && !given.has(shown(url)) && (!foreign || images === 'all'),
  );
  if (missing.length > 0) step.onStart?.(missing.length, 'files');
  let inARow = 0;
  for (const file of missing) {
    const failure = saved.fileOf(file.id) === undefined ? await fetchFile(step, file) : undefined;
    if (failure) await noteFailure(step, file, failure);
    inARow = failure?.kind === 'busy' || failure?.kind === 'broken' ? inARow + 1 : 0;
    if (failure && inARow >= MOST_IN_A_ROW) throw endedBy(failure, 'Files');
    step.onStep?.();
  }
}

/** Each file once, with the address that the last round told, since it may expire. */
async function findFiles(step: FetchStep): Promise<FoundFile[]> {
  const found = new Map<string, FoundFile>();
  for (const round of step.saved.state.rounds.keys()) {
    const ofRound = new Map<string, FoundFile>();
    for (const list of step.vendor.lists.filter(({ files }) => files)) {
      for await (const { items } of pagesOfList({ ...step, roundNumber: round + 1 }, list))
        for (const file of items.flatMap((item) => list.files?.(item, step.site) ?? []))
          addFile(ofRound, file);
    }
    for (const [id, file] of ofRound) found.set(id, file);
  }
  return [...found.values()];
}

/** The vendor's own list of files goes before addresses in texts. */
function addFile(files: Map<string, FoundFile>, file: FoundFile): void {
  if (!files.has(file.id) || file.size !== undefined) files.set(file.id, file);
}

async function fetchFile(
  step: FetchStep,
  { id, url, size, foreign }: FoundFile,
): Promise<FetchFailure | undefined> {
  const { vendor, site, token, saved, api } = step;
  const origins = new Set([api.origin, site.origin]);
  const address = new URL(url);
  if (site.protocol === 'https:') address.protocol = 'https:';
  try {
    const { bytes } = await step.requests.ask(address, {
      headers: vendor.headers(token),
      most: MOST_FILE_BYTES,
      size,
      trusted: new Set([api.origin]),
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
