import { readDeskUrl } from '@guidepost/access';
import { createRunCommand } from '@guidepost/command-line';
import { type MailSettings, readMailSettings } from '@guidepost/mail';
import {
  createConfiguredEmbedder,
  createConfiguredEngine,
  type Embedder,
  readEmbedderConfig,
  readEngineConfig,
  type SearchEngine,
} from '@guidepost/search';
import { MIGRATIONS } from '../schema.ts';

export const DATABASE = { name: 'kb', urlVariable: 'KB_DATABASE_URL', migrations: MIGRATIONS };

const DEFAULT_PORT = 4010;

export const runCommand = createRunCommand(DATABASE, process.env);

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
