import type { TestService } from './test-service.ts';

interface GuideRow {
  content_html: string | null;
}

/** Reruns the statements so far; returns the guides that they read. */
export async function takeGuideRows({ takeBoundStatements, database }: TestService): Promise<GuideRow[]> {
  const rows = await Promise.all(takeBoundStatements().map((statement) => database.any(statement)));
  return rows.flat().filter((row) => 'content_html' in row);
}
