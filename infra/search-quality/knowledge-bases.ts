import { runProgram } from '../local/run-program.ts';
import { CORPORA, type Corpus } from './corpora.ts';

const COMMAND_LINE = 'services/kb-service/src/cli/main.ts';

/** Brings each corpus into a knowledge base as a person would, and all of them into the search index. */
export async function fillKnowledgeBases(databaseUrl: string, directory: string): Promise<void> {
  const stop = new AbortController().signal;
  const kb = (...words: string[]) =>
    runProgram(COMMAND_LINE, words, { environment: { KB_DATABASE_URL: databaseUrl }, stop });
  await kb('migrate');
  const known: { host: string }[] = JSON.parse(await kb('list', '--json'));
  for (const corpus of CORPORA) {
    const host = hostOf(corpus);
    const source = await corpus.find(directory);
    if (!known.some((one) => one.host === host)) {
      await kb(
        'create',
        host,
        '--name',
        corpus.name,
        '--organization',
        'Debian',
        '--language',
        corpus.language,
      );
    }
    await kb('import', host, source);
  }
  await kb('reindex');
}

/** Where a corpus is. */
export function hostOf({ name }: Corpus): string {
  return `${name}.example.com`;
}
