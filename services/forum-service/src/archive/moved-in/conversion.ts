import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NewAddress } from '@guidepost/addresses';
import { AppError } from '@guidepost/service-kit';
import type { Reason } from './left-out.ts';
import { forumsOf, type PartNoun, type PlaceMap, readPlaceMap } from './place-map.ts';
import type { MovedDialog } from './posts.ts';

/** A former forum on the disk. */
export interface MovedSource {
  path: string;
  /** An empty folder for archives, files and temporary data. */
  work: string;
  /** The slug of the forum to which everything goes that no map leads elsewhere. */
  forum: string;
  signal: AbortSignal;
}

export interface ConversionOptions extends MovedSource {
  /** The file with the places of its parts. */
  map?: string | undefined;
  /** Names of groups whose answers are official. */
  staffGroups: readonly string[];
  /** The address of the former forum; default: as the source says, if it does. */
  site?: URL | undefined;
  /** Reads a forum that dialogs go to. @throws AppError `not-found` */
  findForum(slug: string): Promise<ForumHere>;
  onStart?: (total: number, noun: string) => void;
  onStep?: () => void;
}

/** A forum that dialogs go to. */
export interface ForumHere {
  home: string;
  language: string;
}

interface Archive {
  slug: string;
  path: string;
  /** Those of lists and tags, to add after the import. */
  addresses: NewAddress[];
}

export interface Conversion {
  /** Archives for `forum import`, by forum. */
  archives: Archive[];
  files: number;
  leftOut: Partial<Record<Reason, number>>;
}

/** A kind of former forums. */
export interface MovedForum {
  /**
   * Makes archives for `forum import`; the same source gives the same archives.
   * @throws AppError `invalid` if the source or the map cannot be read
   */
  convert(options: ConversionOptions): Promise<Conversion>;
  /** The map that `convert` uses without one, as a file to edit. @throws AppError `invalid` */
  suggestMap(source: MovedSource): Promise<string>;
}

/** The map of an import, and the forums to which it leads. @throws AppError `not-found` for one that is not there */
export async function readMap(
  { map: path, forum, findForum }: ConversionOptions,
  noun: PartNoun,
): Promise<{ map: PlaceMap; forums: ReadonlyMap<string, ForumHere> }> {
  const map: PlaceMap = path === undefined ? new Map() : await readPlaceMap(path, forum, noun);
  const forums = new Map<string, ForumHere>();
  for (const slug of forumsOf(map, forum)) forums.set(slug, await findForum(slug));
  return { map, forums };
}

interface Writing extends Pick<ConversionOptions, 'work' | 'signal' | 'onStart' | 'onStep'> {
  total: number;
  noun: string;
  /** The addresses of pages of a forum besides those of its dialogs. */
  addressesOf(slug: string): NewAddress[];
}

/** Writes an archive for each forum that gets dialogs. @throws AppError `invalid` if there are none */
export async function writeArchives(
  dialogs: Iterable<MovedDialog> | AsyncIterable<MovedDialog>,
  { work, signal, onStart, onStep, total, noun, addressesOf }: Writing,
): Promise<Archive[]> {
  const open = new Map<string, { output: WriteStream; path: string }>();
  onStart?.(total, noun);
  for await (const { forum, line } of dialogs) {
    signal.throwIfAborted();
    const { output, path } = open.get(forum) ?? openArchive(work, forum);
    open.set(forum, { output, path });
    if (!output.write(`${JSON.stringify(line)}\n`)) await once(output, 'drain');
    onStep?.();
    await nextTurn();
  }
  for (const { output } of open.values()) {
    output.end();
    await finished(output);
  }
  if (open.size === 0)
    throw new AppError(
      'invalid',
      `The forum has no ${noun} that everyone may read, or the map leaves all of them out.`,
    );
  return Array.from(open, ([slug, { path }]) => ({ slug, path, addresses: addressesOf(slug) }));
}

function openArchive(work: string, slug: string) {
  const path = join(work, `${slug}.ndjson`);
  return { output: createWriteStream(path), path };
}
