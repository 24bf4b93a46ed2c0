import { type Executor, type SqlPart, sql } from '@guidepost/postgres';
import type { FileIdentity } from '../model/file-address.ts';
import { type AccessMode, movedAway } from '../model/knowledge-base.ts';

export interface StoredFile extends FileIdentity {
  knowledge_base_id: number;
  /** SHA-256, hexadecimal. */
  digest: string;
  access: Exclude<AccessMode, 'disabled'>;
  /** Null unless asked for, and for a file in the object store. */
  bytes: Buffer | null;
}

const find = sql`
  -- Across tenants: an address has nothing but a random token.
  -- A file that a published guide shows or offers, or the logo of a public knowledge base. The unguessable token is
  -- unique, so no tenant is needed. Reads the bytes only if $2.
  select f.knowledge_base_id, f.token, f.media_type, f.name, encode(f.content_hash, 'hex') as digest, k.access,
    case when $2 then f.bytes end as bytes,
    exists (select from tenant_moves m where m.tenant_id = k.main_id and m.state = 'moved') as moved
  from files f
  join knowledge_bases k on k.id = f.knowledge_base_id and k.access <> 'disabled'
  where f.token = $1
    and (
      (k.access = 'public' and k.logo_file_id = f.id)
      or exists (
        select from guide_files m
        join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.published
        where m.knowledge_base_id = f.knowledge_base_id and m.file_id = f.id
      )
      or exists (
        select from edition_files m
        join guides g on g.knowledge_base_id = m.edition_id and g.id = m.guide_id and g.published
        where m.knowledge_base_id = f.knowledge_base_id and m.file_id = f.id
      )
    )
`;

const findStored = sql`
  select f.knowledge_base_id, f.token, f.media_type, f.name, encode(f.content_hash, 'hex') as digest, f.bytes
  from files f
  where f.knowledge_base_id = $1 and f.token = $2
`;

const sumBytes = sql`
  select coalesce(sum(octet_length(bytes)), 0) as bytes from files where knowledge_base_id = $1
`;

const deleteUnused = sql`
  -- Files that no guide or draft shows, nor a recent version of a guide that is edited here (the source of an import
  -- keeps its own), nor a deleted guide that can be restored, that are not the logo, and were not uploaded just now.
  delete from files f
  where f.knowledge_base_id = $1
    and coalesce(f.uploaded_at, '-infinity') < now() - interval '1 day'
    and not exists (
      select from deleted_guide_files m where m.knowledge_base_id = f.knowledge_base_id and m.file_id = f.id
    )
    and not exists (
      select from guide_files m where m.knowledge_base_id = f.knowledge_base_id and m.file_id = f.id
    )
    and not exists (
      select from edition_files m where m.knowledge_base_id = f.knowledge_base_id and m.file_id = f.id
    )
    and not exists (
      select from deleted_edition_files m where m.knowledge_base_id = f.knowledge_base_id and m.file_id = f.id
    )
    and not exists (
      select from draft_files m where m.knowledge_base_id = f.knowledge_base_id and m.file_id = f.id
    )
    and not exists (
      select from version_files m
      join guides g on g.knowledge_base_id = m.knowledge_base_id and g.id = m.guide_id and g.edited
      where m.knowledge_base_id = f.knowledge_base_id
        and m.file_id = f.id
        and m.number > (
          select max(v.number) from guide_versions v
          where v.knowledge_base_id = m.knowledge_base_id and v.guide_id = m.guide_id
        ) - $2
    )
    and not exists (
      select from knowledge_bases k where k.id = f.knowledge_base_id and k.logo_file_id = f.id
    )
  returning f.id
`;

/**
 * The file with this token; null if no published guide shows it or access is disabled. With access "key", the
 * token, which only guides contain, is the key to the file.
 * @throws AppError `moved` if its knowledge base lives in another database now
 */
export async function findFile(
  executor: Executor,
  { token, withBytes }: { token: string; withBytes: boolean },
): Promise<StoredFile | null> {
  const found = await executor.oneOrNone<StoredFile & { moved: boolean }>(find([token, withBytes]));
  if (!found) return null;
  const { moved, ...file } = found;
  if (moved) throw movedAway('The file');
  return file;
}

/** The same for the staff of a knowledge base, whose drafts and versions show files that readers do not see. */
export function findStoredFile(
  executor: Executor,
  { knowledgeBaseId, token }: { knowledgeBaseId: number; token: string },
): Promise<Omit<StoredFile, 'access'> | null> {
  return executor.oneOrNone(findStored([knowledgeBaseId, token]));
}

const showIn = (table: SqlPart) => sql`
  -- The images and files of the guide $2 or its draft become those of this knowledge base with the tokens $3.
  with wanted as (
    select f.id
    from files f
    where f.knowledge_base_id = $1 and f.token = any($3::text[])
  ), removed as (
    delete from ${table} m
    where m.knowledge_base_id = $1 and m.guide_id = $2 and m.file_id not in (select w.id from wanted w)
  )
  insert into ${table} (knowledge_base_id, file_id, guide_id)
  select $1, w.id, $2
  from wanted w
  on conflict do nothing
`;

/** Notes by their tokens which images and files a guide has. Binds the knowledge base, the guide and the tokens. */
export const setFilesOfGuide = showIn(sql.identifier('guide_files'));

/** The same for the draft of a guide. */
export const setFilesOfDraft = showIn(sql.identifier('draft_files'));

/** The bytes of a knowledge base's images and files that are in the database. */
export async function bytesOfFiles(executor: Executor, knowledgeBaseId: number): Promise<number> {
  return (await executor.one<{ bytes: number }>(sumBytes([knowledgeBaseId]))).bytes;
}

/** Files of older versions are deleted, so that a manual that changes daily does not fill the disk. */
const VERSIONS_WITH_IMAGES = 20;

/** Deletes the files that no guide, draft, recent version or deleted guide shows, and returns their IDs. */
export async function deleteUnusedFiles(transaction: Executor, knowledgeBaseId: number): Promise<number[]> {
  const rows = await transaction.any<{ id: number }>(deleteUnused([knowledgeBaseId, VERSIONS_WITH_IMAGES]));
  return rows.map(({ id }) => id);
}
