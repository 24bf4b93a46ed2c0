import { type Executor, sql } from '@guidepost/postgres';
import { contentBytes } from '../../content/guide-limits.ts';
import type { EditedContent } from '../../content/work-on-content.ts';
import { fileTokens, linkedTokens } from '../../files/content-files.ts';
import { type DownloadFile, describeLinks, MOST_FILES } from '../../files/file-links.ts';
import type { KnowledgeBase } from '../../model/knowledge-base.ts';
import { invalidField } from '../structure/names-and-slugs.ts';

const findDownloads = sql`
  -- Those of the files with the tokens $2 that readers download.
  select f.token, f.media_type, f.name, coalesce(f.size, 0) as size
  from files f
  where f.knowledge_base_id = any($1::bigint[]) and f.token = any($2::text[]) and f.name is not null
`;

/**
 * Content whose links to files say what they lead to, whatever was written: the type and size of each, and its address.
 * Links to files that are not stored here become text.
 * @throws AppError `invalid` with the field `files` for too many
 */
export async function settleFiles<Content extends Pick<EditedContent, 'contentHtml'>>(
  executor: Executor,
  { id, main_id, language }: Pick<KnowledgeBase, 'id' | 'main_id' | 'language'>,
  content: Content,
): Promise<Content & Pick<EditedContent, 'contentBytes' | 'files'>> {
  const tokens = linkedTokens(content.contentHtml);
  const contentHtml = tokens.length === 0 ? content.contentHtml : await describe();
  return { ...content, contentHtml, contentBytes: contentBytes(contentHtml), files: fileTokens(contentHtml) };

  async function describe(): Promise<string> {
    const stored = await listDownloads(executor, [id, main_id], tokens);
    if (stored.size > MOST_FILES) throw tooManyFiles();
    return describeLinks(content.contentHtml, stored, language);
  }
}

async function listDownloads(
  executor: Executor,
  knowledgeBaseIds: readonly number[],
  tokens: readonly string[],
): Promise<ReadonlyMap<string, DownloadFile>> {
  const rows = await executor.any<DownloadFile>(findDownloads([knowledgeBaseIds, tokens]));
  return new Map(rows.map((file) => [file.token, file]));
}

export function tooManyFiles() {
  return invalidField('files', `A guide may have up to ${MOST_FILES} files.`);
}
