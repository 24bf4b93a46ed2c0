import type { Database } from '@guidepost/postgres';
import { createAnalyzer, createEmbeddedSearch, type Explanation, type SearchTenant } from '@guidepost/search';
import { AppError } from '@guidepost/service-kit';
import type { Answer } from '../run-command.ts';
import { formatTable } from '../table.ts';

export interface ExplainedDocument {
  tenant: SearchTenant;
  id: number;
}

/** Why a document stands where it does. @throws AppError `not-found` for a document that is not indexed */
export async function explainRanking(
  database: Database,
  { tenant, id }: ExplainedDocument,
  text: string,
): Promise<Answer> {
  const query = createAnalyzer(tenant.language).query(text);
  const document = await createEmbeddedSearch(database).explain({ tenant, query }, id);
  if (!document) throw new AppError('not-found', 'It is not in the search index.');
  return { document, text: describe(document) };
}

function describe({ place, total, frequency, passage, nearness, words }: Explanation): string {
  const where = place === null ? `Not one of the ${total} results.` : `Result ${place} of ${total}.`;
  const sum = frequency + passage + nearness;
  const score = `Score ${number(sum)}: words ${number(frequency)}, best passage ${number(passage)}, nearness ${number(nearness)}.`;
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
