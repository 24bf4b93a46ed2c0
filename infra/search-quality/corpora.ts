import { fileURLToPath } from 'node:url';
import { findGnomeHelp } from '../manuals/gnome-help.ts';
import { findPostgresqlManual } from '../manuals/postgresql-manual.ts';

/** Real texts that are searched. */
export interface Corpus {
  name: string;
  language: string;
  /** The folder of its files; what has to be downloaded is kept below `directory`. */
  find(directory: string): Promise<string>;
}

const DEMO = fileURLToPath(new URL('../../services/kb-service/demo/help.example.com', import.meta.url));

/** Of Debian, but for the demo content. */
export const CORPORA: readonly Corpus[] = [
  { name: 'postgresql', language: 'en', find: findPostgresqlManual },
  { name: 'demo', language: 'en', find: async () => DEMO },
  gnomeHelp('sv'),
  gnomeHelp('de'),
  gnomeHelp('fr'),
];

function gnomeHelp(language: string): Corpus {
  return { name: `gnome-${language}`, language, find: (directory) => findGnomeHelp(directory, language) };
}
