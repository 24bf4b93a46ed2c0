import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgress, type Progress, type Session } from '@guidepost/command-line';
import { AppError } from '@guidepost/service-kit';
import {
  type Conversion,
  type ConversionOptions,
  convertDiscourse,
  suggestMap,
} from '../archive/discourse/convert-discourse.ts';
import { REASONS, type Reason } from '../archive/discourse/left-out.ts';
import { createAddresses } from '../model/addresses.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { configuredPublicUrl } from './configured.ts';

export interface DiscourseOptions {
  /** The file with the places of categories. */
  map?: string;
  /** A file for a map to edit; nothing is imported. */
  mapSuggest?: string;
  staffGroup?: string[];
  site?: URL;
}

export interface DiscourseRequest extends DiscourseOptions {
  slug: string;
  path: string;
}

/** Makes archives of a forum of Discourse, and has them used before they are removed. */
export async function withDiscourse<Result>(
  session: Session,
  { slug, path, map, site, staffGroup = [] }: DiscourseRequest,
  use: (conversion: Conversion) => Promise<Result>,
): Promise<Result> {
  return withWork(async (work) => {
    const source = { path, work, forum: slug, map, site, staffGroups: staffGroup, signal: session.signal };
    const findForum = async (forum: string) => {
      const found = await requireForum(session.database, forum);
      return { home: createAddresses(configuredPublicUrl(), found).home, language: found.language };
    };
    const conversion = await withSteps((steps) => convertDiscourse({ ...source, findForum, ...steps }));
    return use(conversion);
  });
}

/** Writes the map that an import would use, for people to edit. @throws AppError `conflict` if there is a file */
export async function writeSuggestedMap(
  session: Session,
  { slug, path, mapSuggest: file = '' }: DiscourseRequest,
): Promise<void> {
  await requireForum(session.database, slug);
  const text = await withWork((work) => suggestMap({ path, work, forum: slug, signal: session.signal }));
  await writeFile(file, text, { flag: 'wx' }).catch((cause: NodeJS.ErrnoException) => {
    const reason =
      cause.code === 'EEXIST' ? 'There is such a file already' : `It cannot be written (${cause.code})`;
    throw new AppError('conflict', `${file}: ${reason}.`, { cause });
  });
}

/** A folder that is gone afterwards: it has the addresses of people. */
async function withWork<Result>(use: (work: string) => Promise<Result>): Promise<Result> {
  const work = await mkdtemp(join(tmpdir(), 'guidepost-discourse-'));
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
