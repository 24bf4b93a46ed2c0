import { type Executor, preparedStatement } from '@guidepost/postgres';

/** A category or a guide that has a page. */
export interface AddressedPage {
  kind: 'categories' | 'guides';
  id: number;
  slug: string;
  /** Of guides. */
  updated_at: Date | null;
}

interface AddressRow extends Omit<AddressedPage, 'kind'> {
  /** Of all. */
  total: number;
  /** Null in the one row of a stretch behind the end. */
  kind: AddressedPage['kind'] | null;
}

const listAddresses = preparedStatement(new URL('./sql/list-addresses.sql', import.meta.url));

/** A stretch of what a knowledge base has pages of: visible categories, then published guides. */
export async function listPageAddresses(
  executor: Executor,
  { knowledgeBaseId, limit, offset }: { knowledgeBaseId: number; limit: number; offset: number },
): Promise<{ total: number; pages: AddressedPage[] }> {
  const rows = await executor.any<AddressRow>(listAddresses([knowledgeBaseId, limit, offset]));
  const pages = rows.flatMap(({ kind, id, slug, updated_at }) =>
    kind === null ? [] : [{ kind, id, slug, updated_at }],
  );
  return { total: rows[0]?.total ?? 0, pages };
}
