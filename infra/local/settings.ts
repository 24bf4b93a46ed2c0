import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DATABASE_URL, type Environment, type EnvironmentSchema, HTTP_URL } from '@guidepost/service-kit';
import { readEnvironment } from '@guidepost/service-kit/environment';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const PORT = { type: 'integer', minimum: 1, maximum: 65535 };

const METRICS_PORT = { ...PORT, minimum: 0 };

const SCHEMA: EnvironmentSchema = {
  variables: {
    DATA_DIR: { description: 'where databases, indexes and logs are kept', type: 'string', default: '.data' },
    KB_PORT: { description: 'the port of kb-service', ...PORT, default: 4010 },
    KB_METRICS_PORT: { description: 'the port of its metrics; KB_PORT + 5400 when not set', ...METRICS_PORT },
    KB_DATABASE_URL: {
      description: 'the PostgreSQL database of kb-service; the embedded one when not set',
      ...DATABASE_URL,
    },
    FORUM_PORT: { description: 'the port of forum-service', ...PORT, default: 4020 },
    FORUM_METRICS_PORT: {
      description: 'the port of its metrics; FORUM_PORT + 5400 when not set',
      ...METRICS_PORT,
    },
    FORUM_DATABASE_URL: {
      description: 'the PostgreSQL database of forum-service; the embedded one when not set',
      ...DATABASE_URL,
    },
    MEILI_URL: {
      description: 'the Meilisearch to search on; a program of this machine when not set and there is one',
      ...HTTP_URL,
    },
  },
};

/** A line for each variable of `npm start`. */
export function describeSettings(): string {
  const lines = Object.entries(SCHEMA.variables).map(([name, { description, default: byDefault }]) => {
    const ending = byDefault === undefined ? '' : ` (${byDefault})`;
    return `  ${name.padEnd(20)}  ${description}${ending}`;
  });
  return lines.join('\n');
}

/** Environment variables of `npm start`; all others are for the services. */
export interface Settings {
  DATA_DIR: string;
  KB_PORT: number;
  KB_METRICS_PORT?: number;
  KB_DATABASE_URL?: string;
  FORUM_PORT: number;
  FORUM_METRICS_PORT?: number;
  FORUM_DATABASE_URL?: string;
  MEILI_URL?: string;
}

/** @throws AppError `invalid`: one line that begins with the variable's name */
export function readSettings(environment: Environment): Settings {
  const settings = readEnvironment<Settings>(SCHEMA, environment);
  return { ...settings, DATA_DIR: resolve(ROOT, settings.DATA_DIR) };
}
