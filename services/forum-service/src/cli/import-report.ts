import type { ImportSummary } from '../archive/import/import-forum.ts';

/** What came of an import, for people. */
export function describeImport(summary: ImportSummary, seconds: number): string {
  const { slug, dialogs, comments, votes, duplicates, lines, refused, resumed_after } = summary;
  const heading = summary.finished_before
    ? `This file was imported into ${slug} before; nothing was changed. It came to:`
    : `Imported into ${slug} in ${seconds} s${resumed_after > 0 ? `, from line ${resumed_after + 1} on` : ''}; of ${lines === 1 ? 'its one line' : `all ${lines} lines`}:`;
  const rows = [
    heading,
    `  dialogs   ${dialogs}${duplicates > 0 ? `, ${duplicates} of them with the title and text of another` : ''}`,
    `  comments  ${comments}`,
    `  votes     ${votes}`,
    `  refused   ${refused}`,
  ];
  return rows.join('\n');
}
