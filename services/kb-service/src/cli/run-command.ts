import { createRunCommand } from '@guidepost/command-line';
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

export const runCommand = createRunCommand(DATABASE, process.env);

export function configuredEngine(): SearchEngine | undefined {
  return createConfiguredEngine(readEngineConfig(process.env));
}

export function configuredEmbedder(): Embedder | undefined {
  return createConfiguredEmbedder(readEmbedderConfig(process.env));
}
