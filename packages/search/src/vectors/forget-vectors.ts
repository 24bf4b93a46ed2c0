import { type Database, sql } from '@guidepost/postgres';

const forget = sql`
  -- Across tenants: a worker cleans up.
  -- Vectors of texts that were changed or removed long ago: there is no server, or it is away, or it answered while the
  -- document was removed.
  delete from search_vectors v
  where not exists (
    select 1
    from search_documents d
    where d.tenant_id = v.tenant_id and d.document_id = v.document_id
      and (d.revision = v.document_revision and d.words is not null or d.changed_at >= now() - interval '1 hour')
  )
`;

/** Deletes vectors of earlier texts if none have been made of the present ones for an hour. */
export async function forgetStaleVectors(database: Database): Promise<void> {
  await database.none(forget([]));
}
