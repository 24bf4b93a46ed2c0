import type { FileStore } from '@guidepost/files';
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
import { readImageStoreConfig } from '../config.ts';
import { type Credentials, credentialsOf } from '../contact/credentials.ts';
import { createImageStore } from '../files/image-store.ts';

const DEFAULT_PORT = 4010;

/** Undefined if all images are in the database. */
export function configuredImageStore(): FileStore | undefined {
  return createImageStore(readImageStoreConfig(process.env));
}

export function configuredEngine(): SearchEngine | undefined {
  return createConfiguredEngine(readEngineConfig(process.env));
}

export function configuredEmbedder(): Embedder | undefined {
  return createConfiguredEmbedder(readEmbedderConfig(process.env));
}

export function configuredMail(): MailSettings {
  return readMailSettings(process.env);
}

/** As the service reads it. */
export function configuredDeskUrl(): string {
  const { DESK_URL, KB_PORT } = process.env;
  return readDeskUrl(DESK_URL, Number(KB_PORT) || DEFAULT_PORT);
}

/** The token of a ticket system; empty without. */
export function configuredContactToken(): string {
  return process.env.GUIDEPOST_CONTACT_TOKEN?.trim() ?? '';
}

/** As the service encrypts tokens. */
export function configuredCredentials(database: Executor): Credentials {
  return credentialsOf(database, process.env.KB_SECRET);
}

/** The token with which another vendor's API is asked. */
export function configuredFetchToken(): string | undefined {
  return process.env.GUIDEPOST_FETCH_TOKEN?.trim() || undefined;
}
