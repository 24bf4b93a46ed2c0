import { join } from 'node:path';
import { openImportSource } from '../../services/kb-service/src/archive/import/open-import-source.ts';
import { ROOT } from '../local/settings.ts';
import { findGnomeHelp, findPostgresqlManual } from '../search-quality/manuals.ts';

/** Where manuals are kept once they are downloaded. */
const DIRECTORY = join(ROOT, '.data', 'manuals');

/** Real manuals: name, language, and what finds their folder. */
export const MANUALS = [
  ['PostgreSQL 15', 'en', () => findPostgresqlManual(DIRECTORY)],
  ['GNOME help', 'en', () => findGnomeHelp(DIRECTORY, 'C')],
  ['GNOME help in Swedish', 'sv', () => findGnomeHelp(DIRECTORY, 'sv')],
] as const;

export interface ManualGuide {
  slug: string;
  html: string;
}

/** The guides that an import of a folder makes, all images being the same. */
export async function readGuides(path: string, language: string): Promise<ManualGuide[]> {
  const { guides } = await openImportSource(path);
  return Promise.all(
    guides.map(async ({ slug, read }) => {
      const { content } = await read(language);
      const { contentHtml } = await content(async () => '/files/AAAAAAAAAAAAAAAAAAAAAA.png');
      return { slug, html: contentHtml };
    }),
  );
}
