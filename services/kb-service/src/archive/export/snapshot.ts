import type { FileStore } from '@guidepost/files';
import { type Database, type Executor, preparedStatement } from '@guidepost/postgres';
import { listSynonyms, usesEverydaySynonyms } from '@guidepost/search';
import { readImage } from '../../images/image-store.ts';
import { noSuchKnowledgeBase } from '../../model/knowledge-base.ts';

/** A consistent snapshot of a knowledge base. */
export interface Snapshot {
  knowledgeBase: ExportedKnowledgeBase;
  listCategories(): Promise<ExportedCategory[]>;
  listTags(): Promise<{ slug: string; name: string }[]>;
  /** Words that mean the same to search. */
  listSynonyms(): Promise<string[][]>;
  /** Whether search also uses the synonyms that ship with Guidepost. */
  usesEverydaySynonyms(): Promise<boolean>;
  listFiles(): Promise<ExportedFile[]>;
  readFile(id: number): Promise<Buffer>;
  /** By ID, including unpublished guides. */
  guides(): AsyncGenerator<ExportedGuide, void>;
}

export interface ExportedKnowledgeBase {
  id: number;
  name: string;
  organization_name: string;
  language: string;
  accent_color: string;
  logo: string | null;
  guides: number;
}

export interface ExportedCategory {
  slug: string;
  name: string;
  multiple_guides_name: string;
  parent: string | null;
  position: number;
}

export interface ExportedFile {
  id: number;
  token: string;
  path: string;
}

export interface ExportedGuide {
  id: number;
  slug: string;
  title: string;
  content_html: string;
  published: boolean;
  categories: { slug: string; position: number }[];
  tags: string[];
}

const READ_AT_ONCE = 100;
const BYTES_AT_ONCE = 500_000;

const findKnowledgeBase = preparedStatement(new URL('./sql/find-knowledge-base.sql', import.meta.url));
const categories = preparedStatement(new URL('./sql/list-categories.sql', import.meta.url));
const tags = preparedStatement(new URL('./sql/list-tags.sql', import.meta.url));
const files = preparedStatement(new URL('./sql/list-files.sql', import.meta.url));
const fileBytes = preparedStatement(new URL('./sql/read-file.sql', import.meta.url));
const guidesAfter = preparedStatement(new URL('./sql/list-guides.sql', import.meta.url));

export interface SnapshotOptions {
  host: string;
  /** Of images that are not in the database. */
  imageStore?: FileStore | undefined;
}

/** Reads a knowledge base in a single database snapshot. @throws AppError `not-found`, `unavailable` */
export function readSnapshot<Result>(
  database: Database,
  { host, imageStore }: SnapshotOptions,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return database.tx('export', async (transaction) => {
    await transaction.none('set transaction isolation level repeatable read, read only');
    const found = await transaction.oneOrNone<ExportedKnowledgeBase>(findKnowledgeBase([host]));
    if (!found) throw noSuchKnowledgeBase(host);
    return work(createSnapshot(transaction, found, imageStore));
  });
}

function createSnapshot(
  transaction: Executor,
  knowledgeBase: ExportedKnowledgeBase,
  imageStore: FileStore | undefined,
): Snapshot {
  const { id } = knowledgeBase;
  return {
    knowledgeBase,
    listCategories: () => transaction.any(categories([id])),
    listTags: () => transaction.any(tags([id])),
    listSynonyms: () => listSynonyms(transaction, id),
    usesEverydaySynonyms: () => usesEverydaySynonyms(transaction, id),
    listFiles: () => transaction.any(files([id])),
    async readFile(file) {
      return readImage(imageStore, await transaction.one(fileBytes([id, file])));
    },
    guides: () => guidesOf(transaction, id),
  };
}

async function* guidesOf(
  transaction: Executor,
  knowledgeBaseId: number,
): AsyncGenerator<ExportedGuide, void> {
  for (let last = 0; ; ) {
    const values = [knowledgeBaseId, last, READ_AT_ONCE, BYTES_AT_ONCE];
    const guides = await transaction.any<ExportedGuide>(guidesAfter(values));
    yield* guides;
    const end = guides.at(-1);
    if (!end) return;
    last = end.id;
  }
}
