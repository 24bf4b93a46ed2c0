import type { Database, Executor } from '@guidepost/postgres';
import type { AccessMode } from '../model/knowledge-base.ts';
import type { Actor } from '../model/permissions.ts';
import { changeKnowledgeBase } from '../tenants/changes.ts';
import { publishGuides, unpublishGuides } from '../writing/publishing/publish-guides.ts';

/** May do all, like the command line. */
export const OPERATOR: Actor = { name: 'Test', role: 'owner', door: 'cli' };

/** The content of a knowledge base, with IDs for expectations. */
export interface TestContent {
  host: string;
  name?: string;
  /** Default: English. */
  language?: string;
  access?: AccessMode;
  categories?: { id: number; slug: string; parent?: number; position?: number; name?: string }[];
  tags?: { id: number; slug: string; name?: string }[];
  guides?: TestGuide[];
}

export interface TestGuide {
  id: number;
  slug: string;
  title?: string;
  content?: string;
  published?: boolean;
  /** IDs in order; the position in a category is that of the guide in the list. */
  categories?: number[];
  tags?: number[];
}

/** Writes content to the tables, within `changeKnowledgeBase`. */
export async function writeContent(database: Database, content: TestContent): Promise<void> {
  await database.none(
    `insert into knowledge_bases (host, name, organization_name, language, access)
       values ($1, $2, 'Example Ltd', $3, $4)`,
    [content.host, content.name ?? 'Help', content.language ?? 'en', content.access ?? 'public'],
  );
  await changeKnowledgeBase(
    database,
    { host: content.host, actor: OPERATOR, action: 'import' },
    async (transaction, { id }) => {
      await writeCategories(transaction, id, content.categories ?? []);
      for (const { id: tagId, slug, name = slug } of content.tags ?? []) {
        await transaction.none(
          'insert into tags (knowledge_base_id, id, slug, name) overriding system value values ($1, $2, $3, $4)',
          [id, tagId, slug, name],
        );
      }
      for (const [place, guide] of (content.guides ?? []).entries())
        await writeGuide(transaction, id, { ...guide, place });
      return { changed: true, result: undefined };
    },
  );
}

/** A fake PNG, which no parser has read. */
export interface TestImage {
  token: string;
  guide: number;
  content: string;
}

export async function writeImage(
  executor: Executor,
  id: number,
  { token, guide, content }: TestImage,
): Promise<void> {
  await executor.none(
    `with file as (
       insert into files (knowledge_base_id, content_hash, token, media_type, path, bytes)
       values ($1, sha256($4::bytea), $2, 'image/png', $4 || '.png', $4::bytea)
       returning knowledge_base_id, id
     )
     insert into guide_files (knowledge_base_id, file_id, guide_id) select knowledge_base_id, id, $3 from file`,
    [id, token, guide, content],
  );
}

async function writeCategories(
  transaction: Executor,
  id: number,
  categories: TestContent['categories'] = [],
) {
  for (const [index, category] of categories.entries()) {
    const { slug, name = slug, position = index + 1, parent = null } = category;
    await transaction.none(
      `insert into categories
         (knowledge_base_id, id, slug, name, multiple_guides_name, position, parent_category_id)
         overriding system value values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, category.id, slug, name, `${name} guides`, position, parent],
    );
  }
}

async function writeGuide(transaction: Executor, id: number, guide: TestGuide & { place: number }) {
  const { slug, title = slug, content = `<p>${slug}</p>`, published = true, place } = guide;
  await transaction.none(
    `insert into guides (knowledge_base_id, id, slug, title, content_html, content_bytes, published)
       overriding system value values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, guide.id, slug, title, content, Buffer.byteLength(JSON.stringify(content)), published],
  );
  for (const category of guide.categories ?? []) {
    await transaction.none('insert into guide_categories values ($1, $2, $3, $4)', [
      id,
      category,
      guide.id,
      place,
    ]);
  }
  for (const tag of guide.tags ?? []) {
    await transaction.none('insert into guide_tags values ($1, $2, $3)', [id, tag, guide.id]);
  }
}

/** Publishes or hides guides like the command line; returns the slugs of those that changed. */
export function setPublication(
  database: Database,
  { published, ...guides }: { host: string; slugs: string[]; published: boolean },
): Promise<string[]> {
  return (published ? publishGuides : unpublishGuides)(database, OPERATOR, guides);
}
