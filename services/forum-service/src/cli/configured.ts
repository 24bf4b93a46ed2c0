import { dirname, join } from 'node:path';
import { findDatabase } from '@guidepost/command-line';
import { type MailSettings, readMailSettings } from '@guidepost/mail';
import type { Executor } from '@guidepost/postgres';
import {
  createConfiguredEmbedder,
  createConfiguredEngine,
  type Embedder,
  readEmbedderConfig,
  readEngineConfig,
  type SearchEngine,
} from '@guidepost/search';
import { readDeskUrl } from '@guidepost/staff';
import { readAccountStorage, readFileStoreConfig, readPublicUrl, readSecret } from '../config.ts';
import { createFileStores, type FileStores } from '../files/file-stores.ts';
import { MEGABYTE } from '../files/files.ts';
import type { FilePosting } from '../posts/post-file.ts';
import { DATABASE } from './run-command.ts';

const DEFAULT_PORT = 4020;

/** The secret for hashing e-mail addresses; undefined for the one in the database. */
export function configuredSecret(): string | undefined {
  return readSecret(process.env);
}

/** The start of all URLs of the service. */
export function configuredPublicUrl(): string {
  return readPublicUrl(process.env);
}

/** The stores of uploaded files: as configured, or that of `npm start`. */
export function configuredFileStores(): FileStores | undefined {
  const FORUM_FILES_DIRECTORY = filesDirectory();
  if (FORUM_FILES_DIRECTORY === undefined) return undefined;
  return createFileStores(readFileStoreConfig({ ...process.env, FORUM_FILES_DIRECTORY }));
}

/** Where commands store files for a forum; undefined if no store is known. */
export function configuredPosting(database: Executor): FilePosting | undefined {
  const [directory, stores] = [filesDirectory(), configuredFileStores()];
  if (directory === undefined || !stores) return undefined;
  const accountStorage = readAccountStorage(process.env) * MEGABYTE;
  return { database, files: stores.files, directory, accountStorage };
}

function filesDirectory(): string | undefined {
  const { FORUM_FILES_DIRECTORY } = process.env;
  if (FORUM_FILES_DIRECTORY) return FORUM_FILES_DIRECTORY;
  const place = findDatabase(DATABASE.urlVariable, process.env);
  return 'directory' in place ? join(dirname(place.directory), 'forum-files') : undefined;
}

export function configuredEngine(): SearchEngine | undefined {
  return createConfiguredEngine(readEngineConfig(process.env));
}

export function configuredEmbedder(): Embedder | undefined {
  return createConfiguredEmbedder(readEmbedderConfig(process.env));
}

/** The token with which another vendor's API is asked. */
export function configuredFetchToken(): string | undefined {
  return process.env.GUIDEPOST_FETCH_TOKEN?.trim() || undefined;
}

export function configuredMail(): MailSettings {
  return readMailSettings(process.env);
}

/** As the service reads it. */
export function configuredDeskUrl(): string {
  const { DESK_URL, FORUM_PORT } = process.env;
  return readDeskUrl(DESK_URL, Number(FORUM_PORT) || DEFAULT_PORT);
}
