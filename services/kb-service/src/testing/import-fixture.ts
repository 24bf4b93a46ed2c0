import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createTestDatabase } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database } from '@guidepost/postgres';
import { openTestDatabase } from '@guidepost/testing';
import { afterAll, beforeAll } from '@jest/globals';
import { importKnowledgeBase } from '../archive/import/import-knowledge-base.ts';
import type { ImportSummary } from '../archive/import/import-summary.ts';
import type { DocumentGuide, ImportDocument } from '../archive/import/json/import-document.ts';
import { openImportSource } from '../archive/import/open-import-source.ts';
import { createKnowledgeBase } from '../tenants/administration.ts';
import { OPERATOR } from './content.ts';
import { migrateDatabase } from './test-service.ts';

/** A database and a folder for imports. */
export interface ImportFixture {
  database: Database;
  url: string;
  folder: string;
  /** Creates an empty knowledge base. */
  create(host: string): Promise<void>;
  /** Creates a knowledge base with a new host, which it returns. */
  createNew(): Promise<string>;
  /** Imports a JSON document; missing parts get defaults. */
  importJson(
    host: string,
    document: Partial<ImportDocument>,
    options?: FixtureOptions,
  ): Promise<ImportSummary>;
  /** Imports a directory with exactly these files. */
  importFiles(host: string, files: TestFiles, options?: FixtureOptions): Promise<ImportSummary>;
}

interface RunningFixture extends ImportFixture {
  stop(): Promise<void>;
}

/** Contents by path. */
export type TestFiles = Record<string, string | Uint8Array>;

export interface FixtureOptions {
  dryRun?: boolean;
  prune?: boolean;
  overwrite?: boolean;
  strict?: boolean;
  /** Languages that it gets. */
  languages?: string[];
  /** The day of the import; default today. */
  now?: Date;
  signal?: AbortSignal;
  /** Imports only this file of the directory. */
  only?: string;
  /** Default: the database of the fixture. */
  database?: Database;
}

/** Creates the fixture before the first test of the file or block. */
export function useImportFixture(): ImportFixture {
  const fixture = {} as RunningFixture;
  beforeAll(async () => {
    Object.assign(fixture, await startImportFixture());
  });
  afterAll(() => fixture.stop());
  return fixture;
}

async function startImportFixture(): Promise<RunningFixture> {
  const { url, drop } = await createTestDatabase({ template: 'kb', prepare: migrateDatabase });
  const database = openTestDatabase(url);
  const folder = await mkdtemp(join(tmpdir(), 'guidepost-import-'));
  let hosts = 0;

  async function importFrom(
    host: string,
    path: string,
    options: FixtureOptions = {},
  ): Promise<ImportSummary> {
    const { signal = new AbortController().signal, only = '', database: given, now, ...rest } = options;
    const source = await openImportSource(join(path, only), now);
    return importKnowledgeBase(given ?? database, OPERATOR, { host, source, ...rest, signal });
  }

  async function create(host: string): Promise<void> {
    const properties = { name: 'Help', organization_name: 'Example Ltd', language: 'en' };
    await createKnowledgeBase(database, OPERATOR, { host, ...properties, access: 'public' });
  }

  return {
    database,
    url,
    folder,
    create,
    async createNew() {
      hosts += 1;
      const host = `help-${hosts}.example.com`;
      await create(host);
      return host;
    },
    async importJson(host, document, options) {
      const path = join(folder, 'guides.json');
      await writeFile(path, JSON.stringify({ categories: [], tags: [], guides: [], ...document }));
      return importFrom(host, path, options);
    },
    async importFiles(host, files, options) {
      const directory = await mkdtemp(join(folder, 'manual-'));
      await writeFiles(directory, files);
      return importFrom(host, directory, options);
    },
    async stop() {
      await closeDatabase(database);
      await drop();
      await rm(folder, { recursive: true });
    },
  };
}

export async function writeFiles(directory: string, files: TestFiles): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
}

/** A guide in a JSON document. */
export function documentGuide(slug: string, more: Partial<DocumentGuide> = {}): DocumentGuide {
  return { slug, title: slug, content_html: `<p>${slug}</p>`, categories: [], tags: [], ...more };
}
