import { join } from 'node:path';
import { fetchCentre, type Vendor } from '@guidepost/fetch';
import type { Database } from '@guidepost/postgres';
import { AppError } from '@guidepost/service-kit';
import type { Actor } from '../../model/permissions.ts';
import { recordEvents } from '../../tenants/audit.ts';
import { createJob } from './import-jobs.ts';
import { FETCHED, type HeldJob } from './import-work.ts';

/** A help centre of another vendor that is fetched and then imported. */
export interface FetchedSource {
  knowledgeBaseId: number;
  host: string;
  vendor: Vendor;
  site: URL;
  token: string | undefined;
  /** Undefined for all languages. */
  locale: string | undefined;
  images: 'own' | 'all';
}

/** Milliseconds: vendors allow few requests a minute. */
const LONGEST_FETCH = 4 * 3_600_000;

/** The bounds of what is fetched. */
export interface FetchLimits {
  /** Pages and files. */
  saved: number;
  bytes: number;
}

/** Those of an unpacked archive. */
const FETCH_LIMITS: FetchLimits = { saved: 20_000, bytes: 2_000_000_000 };

/** A page of a list is held in memory. */
const MOST_PAGE_BYTES = 25_000_000;

/** Begins a job, and writes to the audit who has a help centre fetched, without the token. @throws as `createJob` */
export async function beginFetching(
  database: Database,
  actor: Actor,
  { knowledgeBaseId, host, vendor, site }: FetchedSource,
): Promise<number> {
  const fileName = `${vendor.title}: ${site.host}`.slice(0, 255);
  return database.tx('fetch', async (transaction) => {
    const id = await createJob(transaction, actor, { knowledgeBaseId, fileName, state: 'fetching' });
    const event = { subject: site.host, details: { vendor: vendor.name } };
    await recordEvents(transaction, { id: knowledgeBaseId, host, actor, action: 'import fetch' }, [event]);
    return id;
  });
}

/** Saves a help centre to the folder of a job. @throws AppError with a reason that the desk has a text for */
export async function fetchSource(
  job: HeldJob,
  { vendor, site, token, locale, images }: FetchedSource,
  { allowPrivate, limits = FETCH_LIMITS }: { allowPrivate: boolean; limits?: FetchLimits | undefined },
): Promise<void> {
  let [saved, bytes] = [0, 0];
  await fetchCentre({
    vendor,
    site,
    token,
    locale,
    images,
    allowPrivate,
    folder: join(job.folder, FETCHED),
    signal: AbortSignal.any([job.abort.signal, AbortSignal.timeout(LONGEST_FETCH)]),
    mostPageBytes: MOST_PAGE_BYTES,
    onSaved(more) {
      saved += 1;
      bytes += more;
      job.fetched = saved;
      if (saved > limits.saved || bytes > limits.bytes)
        throw new AppError('invalid', 'The help centre is too large to be fetched at the desk.', {
          reason: 'fetchTooLarge',
        });
    },
  });
}
