import { type ContentReader, preparedStatement } from '@guidepost/postgres';

export interface AddressedPage {
  kind: 'categories' | 'guides';
  id: number;
  slug: string;
  /** Null for categories. */
  updated_at: Date | null;
}

interface AddressRow extends Omit<AddressedPage, 'kind'> {
  total: number;
  /** Null in the only row of an empty slice. */
  kind: AddressedPage['kind'] | null;
}

const listAddresses = preparedStatement(new URL('./sql/list-addresses.sql', import.meta.url));

/** A slice of the pages of a knowledge base: visible categories, then published guides. */
export async function listPageAddresses(
  executor: ContentReader,
  { knowledgeBaseId, limit, offset }: { knowledgeBaseId: number; limit: number; offset: number },
): Promise<{ total: number; pages: AddressedPage[] }> {
  const rows = await executor.any<AddressRow>(listAddresses([knowledgeBaseId, limit, offset]));
  const pages = rows.flatMap(({ kind, id, slug, updated_at }) =>
    kind === null ? [] : [{ kind, id, slug, updated_at }],
  );
  return { total: rows[0]?.total ?? 0, pages };
}
