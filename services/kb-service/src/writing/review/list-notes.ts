import { type Executor, sql } from '@guidepost/postgres';
import { findPassages } from '../../content/content.ts';
import type { Passage } from './notes.ts';

interface Remark {
  id: number;
  text: string;
  by: string;
  at: Date;
  /** Only their authors delete notes. */
  isOwn: boolean;
}

/** A note on a guide, as people of the desk see it. */
export interface GuideNote extends Remark {
  /** Undefined for the whole guide. */
  passage: Passage | undefined;
  /** Whether the text has no such passage any more. */
  isGone: boolean;
  /** Whether a proposal was returned with it. */
  returned: boolean;
  resolvedBy: string | null;
  answers: Remark[];
}

interface Row {
  id: number;
  note_id: number | null;
  quote: string | null;
  quote_before: string;
  quote_after: string;
  returned: boolean;
  text: string;
  author_id: number | null;
  author_name: string;
  written_at: Date;
  resolved_by: string | null;
}

const list = sql`
  select n.id, n.note_id, n.quote, n.quote_before, n.quote_after, n.returned, n.text, n.author_id, n.author_name, n.written_at,
    n.resolved_by
  from guide_notes n
  where n.knowledge_base_id = $1 and n.guide_id = $2
  order by n.id
`;

/** The notes on a guide with their answers, oldest first. @param personId who sees them */
export async function listNotes(
  executor: Executor,
  { knowledgeBaseId, guideId, personId }: { knowledgeBaseId: number; guideId: number; personId: number },
  contentHtml: string,
): Promise<GuideNote[]> {
  const rows = await executor.any<Row>(list([knowledgeBaseId, guideId]));
  const remarkOf = (row: Row): Remark => ({
    id: row.id,
    text: row.text,
    by: row.author_name,
    at: row.written_at,
    isOwn: row.author_id === personId,
  });
  const quotes = rows.flatMap(({ quote }) => quote ?? []);
  const found = quotes.length > 0 ? await findPassages(contentHtml, quotes) : [];
  return rows
    .filter(({ note_id }) => note_id === null)
    .map((row) => ({
      ...remarkOf(row),
      passage:
        row.quote === null
          ? undefined
          : { quote: row.quote, before: row.quote_before, after: row.quote_after },
      isGone: row.quote !== null && !found.includes(row.quote),
      returned: row.returned,
      resolvedBy: row.resolved_by,
      answers: rows.filter(({ note_id }) => note_id === row.id).map(remarkOf),
    }));
}
