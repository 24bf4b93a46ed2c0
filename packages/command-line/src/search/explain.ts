import type { Database } from '@guidepost/postgres';
import {
  createAnalyzer,
  createEmbeddedSearch,
  type Embedder,
  type Explanation,
  findQueryVector,
  type QueryVector,
  type SearchQuery,
  type SearchTenant,
} from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import type { Answer } from '../run-command.ts';
import { formatTable } from '../terminal.ts';

export interface ExplainedDocument {
  tenant: SearchTenant;
  id: number;
}

/** Why a document stands where it does. @throws AppError `not-found` for a document that is not indexed */
export async function explainRanking(
  { database, embedder }: { database: Database; embedder: Embedder | undefined },
  { tenant, id }: ExplainedDocument,
  text: string,
): Promise<Answer> {
  const query = createAnalyzer(tenant.language).query(text);
  const { vector, reason } = await vectorOf(embedder, query);
  const search = createEmbeddedSearch(database, { hasVectors: vector !== undefined });
  const document = await search.explain({ tenant, query, vector }, id);
  if (!document) throw new AppError('not-found', 'It is not in the search index.');
  const note = reason === undefined ? '' : `\nRanked by words alone: ${reason}`;
  return { document, text: `${describe(document)}${note}` };
}

/** Searches go on without a server, too. */
async function vectorOf(
  embedder: Embedder | undefined,
  query: SearchQuery,
): Promise<{ vector?: QueryVector | undefined; reason?: string }> {
  try {
    return { vector: embedder && (await findQueryVector(embedder, query)) };
  } catch (error) {
    return { reason: error instanceof Error ? error.message : String(error) };
  }
}

function describe({
  place,
  total,
  frequency,
  passage,
  nearness,
  title,
  meaning,
  words,
}: Explanation): string {
  const where = place === null ? `Not one of the ${total} results.` : `Result ${place} of ${total}.`;
  const sum = frequency + passage + nearness + title + meaning;
  const score = `Score ${number(sum)}: words ${number(frequency)}, best passage ${number(passage)}, nearness ${number(nearness)}, title ${number(title)}${meaning === 0 ? '' : `, meaning ${number(meaning)}`}.`;
  const rows = words.map((word) => [
    word.typed,
    number(word.information),
    word.finds ? 'yes' : 'no',
    number(word.weight),
    word.counted.join(', '),
  ]);
  return `${where}\n${score}\n\n${formatTable([['WORD', 'INFORMATION', 'FINDS', 'WEIGHT', 'IN THE TEXT'], ...rows])}`;
}

function number(value: number): string {
  return value.toFixed(2);
}
