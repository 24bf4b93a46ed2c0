import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { AppError, unreadable } from '@guidepost/service-kit';
import { isItem } from './vendor.ts';

/** The file of a folder that says what it has. */
const STATE_FILE = 'fetch.json';

/** A failure for people: an address or a list, and why. */
export interface Failure {
  what: string;
  why: string;
  /** The list of an entry that could not be fetched, for the next round. */
  list?: string;
  parent?: string;
}

/** One run over the lists of a help centre, perhaps in several goes. */
export interface Round {
  /** ISO 8601, in UTC. */
  started: string;
  finished: string | null;
  /** Seconds: only later changes were asked for; null for everything. */
  since: number | null;
  lists: Record<string, ListState>;
  failed: Failure[];
  remarks: string[];
}

export interface ListState {
  entries: number;
  /** Whether the list was asked as a whole, not only for changes. */
  whole: boolean;
  done: boolean;
}

export interface FetchState {
  vendor: string;
  /** The address of the help centre. */
  url: string;
  locale: string | null;
  rounds: Round[];
}

/** A folder with a help centre or a forum, as the API of its vendor answers: pages of lists, by round, and files. */
export interface FetchFolder {
  path: string;
  state: FetchState;
  saveState(): Promise<void>;
  /** The JSON of a page; undefined if there is none. */
  readPage(place: PagePlace): Promise<unknown>;
  savePage(place: PagePlace, bytes: Uint8Array): Promise<void>;
  /** The path of a file by its id, from the root; undefined if there is none. */
  fileOf(id: string): string | undefined;
  /** The paths of all files. */
  fileNames(): string[];
  saveFile(id: string, file: { name: string; bytes: Uint8Array }): Promise<void>;
  /** Writes `addresses.txt`, one address a line, for `redirect check`. */
  saveAddresses(addresses: Iterable<string>): Promise<void>;
}

/** A folder that is only read. */
export type SavedFolder = Pick<FetchFolder, 'path' | 'state' | 'readPage' | 'fileOf' | 'fileNames'>;

export interface PagePlace {
  /** From 1. */
  round: number;
  list: string;
  /** The id of the entry that the list is of. */
  parent?: string | undefined;
  number: number;
}

/** `round-1/articles-0001.json`, `round-1/translations-360-0001.json` */
function pathOf({ round, list, parent, number }: PagePlace): string {
  const names = [list, ...(parent === undefined ? [] : [parent]), String(number).padStart(4, '0')];
  return `round-${round}/${names.join('-')}.json`;
}

/** @returns undefined if the folder has no help centre. @throws AppError `invalid` if its state cannot be read */
export async function readFetchState(path: string): Promise<FetchState | undefined> {
  const text = await readFile(join(path, STATE_FILE), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw unreadable(error, STATE_FILE);
  });
  if (text === undefined) return undefined;
  const state = parse(text, join(path, STATE_FILE));
  if (
    !isItem(state) ||
    typeof state.vendor !== 'string' ||
    !URL.canParse(String(state.url)) ||
    !Array.isArray(state.rounds)
  )
    throw new AppError('invalid', `${join(path, STATE_FILE)}: was not written by a fetch`);
  return state as unknown as FetchState;
}

/**
 * Opens a folder, and creates it if there is none.
 * @throws AppError `conflict` if it has something else
 */
export async function openFetchFolder(
  path: string,
  wanted: Omit<FetchState, 'rounds'>,
): Promise<FetchFolder> {
  await mkdir(join(path, 'files'), { recursive: true }).catch((error: unknown) => {
    throw unreadable(error, path);
  });
  const found = await readFetchState(path);
  const others = (await readdir(path)).filter((name) => name !== 'files' && !name.startsWith('.'));
  if (!found && others.length > 0)
    throw new AppError(
      'conflict',
      `${path} has other files. Choose a new folder, or that of an earlier fetch.`,
    );
  if (found && (found.vendor !== wanted.vendor || found.url !== wanted.url))
    throw new AppError(
      'conflict',
      `${path} has what was fetched from ${found.url} (${found.vendor}). Choose another folder.`,
    );
  const folder = await openFolder(path, found ?? { ...wanted, rounds: [] });
  if (!found) await folder.saveState();
  return folder;
}

/** @throws AppError `invalid` if there is no help centre in the folder */
export async function readFetchFolder(path: string): Promise<SavedFolder> {
  const state = await readFetchState(path);
  if (!state) throw new AppError('invalid', `${path}: has no ${STATE_FILE} of a fetch`);
  return openFolder(path, state);
}

async function openFolder(path: string, state: FetchState): Promise<FetchFolder> {
  const files = new Map<string, string>();
  for (const name of await readdir(join(path, 'files')).catch(() => [])) {
    if (name.endsWith(PART)) await rm(join(path, 'files', name), { force: true });
    else files.set(name.replace(/-.*$/s, ''), `files/${name}`);
  }
  return {
    path,
    state,
    saveState: () => replace(join(path, STATE_FILE), `${JSON.stringify(state, null, 2)}\n`),
    async readPage(place) {
      const name = pathOf(place);
      const text = await readFile(join(path, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw unreadable(error, name);
      });
      return text === undefined ? undefined : parse(text, name);
    },
    async savePage(place, bytes) {
      await mkdir(join(path, `round-${place.round}`), { recursive: true });
      await replace(join(path, pathOf(place)), bytes);
    },
    fileOf: (id) => files.get(id),
    fileNames: () => [...files.values()],
    async saveFile(id, { name, bytes }) {
      const file = `files/${id}-${safeName(name)}`;
      await replace(join(path, file), bytes);
      files.set(id, file);
    },
    saveAddresses: (addresses) =>
      replace(join(path, 'addresses.txt'), Array.from(addresses, (address) => `${address}\n`).join('')),
  };
}

const PART = '.part';

/** Whole or not at all, wherever the process ends. */
async function replace(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFile(`${file}${PART}`, content);
    await rename(`${file}${PART}`, file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOSPC' ? 'the disk is full' : code;
    throw new AppError('invalid', `${basename(file)} cannot be written (${why})`, {
      reason: 'fetchDisk',
      cause,
    });
  }
}

/** The end of an address as the name of a file. */
function safeName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}._]+/gu, '_')
    .replace(/^[._]+/, '');
  return Array.from(plain).slice(-60).join('') || 'file';
}

function parse(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError('invalid', `${place}: is not JSON`, { cause });
  }
}
