import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgress, type Progress, type Session } from '@guidepost/command-line';
import { readFetchState, VENDORS, zendeskCommunity } from '@guidepost/fetch';
import { AppError } from '@guidepost/service-kit';
import { DISCOURSE, isDiscourse } from '../archive/discourse/convert-discourse.ts';
import type { Conversion, ConversionOptions, MovedForum } from '../archive/moved-in/conversion.ts';
import { REASONS, type Reason } from '../archive/moved-in/left-out.ts';
import { ZENDESK } from '../archive/zendesk/convert-community.ts';
import { createAddresses } from '../model/addresses.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { configuredPublicUrl } from './configured.ts';

export interface MovedOptions {
  /** The file with the places of categories or topics. */
  map?: string;
  /** A file for a map to edit; nothing is imported. */
  mapSuggest?: string;
  staffGroup?: string[];
  site?: URL;
}

export interface MovedRequest extends MovedOptions {
  /** The kind of the former forum. */
  kind: MovedForum;
  slug: string;
  path: string;
}

/** The kind of the former forum at a path; undefined for an archive of ours. @throws AppError `invalid` */
export async function kindOfForum(path: string): Promise<MovedForum | undefined> {
  const { vendor } = (await readFetchState(path)) ?? {};
  if (vendor === zendeskCommunity.name) return ZENDESK;
  if (vendor !== undefined && VENDORS.has(vendor))
    throw new AppError('invalid', `${path}: has a help centre of ${vendor}, which kb import reads.`);
  return (await isDiscourse(path)) ? DISCOURSE : undefined;
}

/** Makes archives of a former forum, and has them used before they are removed. */
export async function withArchives<Result>(
  session: Session,
  { kind, slug, path, map, site, staffGroup = [] }: MovedRequest,
  use: (conversion: Conversion) => Promise<Result>,
): Promise<Result> {
  return withWork(async (work) => {
    const source = { path, work, forum: slug, map, site, staffGroups: staffGroup, signal: session.signal };
    const findForum = async (forum: string) => {
      const found = await requireForum(session.database, forum);
      return { home: createAddresses(configuredPublicUrl(), found).home, language: found.language };
    };
    const conversion = await withSteps((steps) => kind.convert({ ...source, findForum, ...steps }));
    return use(conversion);
  });
}

/** Writes the map that an import would use, for people to edit. @throws AppError `conflict` if there is a file */
export async function writeSuggestedMap(
  session: Session,
  { kind, slug, path, mapSuggest: file = '' }: MovedRequest,
): Promise<void> {
  await requireForum(session.database, slug);
  const text = await withWork((work) => kind.suggestMap({ path, work, forum: slug, signal: session.signal }));
  await writeFile(file, text, { flag: 'wx' }).catch((cause: NodeJS.ErrnoException) => {
    const reason =
      cause.code === 'EEXIST' ? 'There is such a file already' : `It cannot be written (${cause.code})`;
    throw new AppError('conflict', `${file}: ${reason}.`, { cause });
  });
}

/** A folder that is gone afterwards: it has the addresses of people. */
async function withWork<Result>(use: (work: string) => Promise<Result>): Promise<Result> {
  const work = await mkdtemp(join(tmpdir(), 'guidepost-forum-'));
  try {
    return await use(work);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

type Steps = Pick<ConversionOptions, 'onStart' | 'onStep'>;

async function withSteps<Result>(work: (steps: Steps) => Promise<Result>): Promise<Result> {
  let progress: Progress | undefined;
  try {
    return await work({
      onStart(total, noun) {
        progress?.clear();
        progress = createProgress(process.stderr, total, noun);
      },
      onStep: () => progress?.advance(),
    });
  } finally {
    progress?.clear();
  }
}

/** The parts that are not imported, one reason a line. */
export function describeLeftOut(leftOut: Conversion['leftOut']): string[] {
  const reasons = Object.entries(leftOut) as [Reason, number][];
  if (reasons.length === 0) return [];
  return ['Left out:', ...reasons.map(([reason, count]) => `  ${REASONS[reason]}: ${count}`)];
}
