import type { TestService } from './test-service.ts';

interface GuideRow {
  content_html: string | null;
}

/** What the statements so far read of guides: they are run once more. */
export async function takeGuideRows({ takeBoundStatements, database }: TestService): Promise<GuideRow[]> {
  const rows = await Promise.all(takeBoundStatements().map((statement) => database.any(statement)));
  return rows.flat().filter((row) => 'content_html' in row);
}
