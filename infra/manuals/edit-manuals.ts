import { fileURLToPath } from 'node:url';
import { openBrowser, type Page } from '@guidepost/testing/browser';
import { build } from 'esbuild';
import { openImportSource } from '../../services/kb-service/src/archive/import/open-import-source.ts';
import { readCommandLine } from '../local/command-line.ts';
import type { Examination } from './examined-editor.ts';
import { findGnomeHelp } from './gnome-help.ts';
import { findPostgresqlManual } from './postgresql-manual.ts';

readCommandLine(
  'Usage: npm run manual:edit\n\nOpens every page of real manuals in the editor, and says what became of them.',
);

const directory = fileURLToPath(new URL('../../.data/manuals', import.meta.url));
const MANUALS = [
  ['PostgreSQL 15', 'en', () => findPostgresqlManual(directory)],
  ['GNOME help', 'en', () => findGnomeHelp(directory, 'C')],
  ['GNOME help in Swedish', 'sv', () => findGnomeHelp(directory, 'sv')],
] as const;

interface Guide {
  slug: string;
  html: string;
}

type Examined = Guide & Examination;

async function readGuides(path: string, language: string): Promise<Guide[]> {
  const { guides } = await openImportSource(path);
  return Promise.all(
    guides.map(async ({ slug, read }) => {
      const { content } = await read(language);
      const { contentHtml } = await content(async () => '/files/AAAAAAAAAAAAAAAAAAAAAA.png');
      return { slug, html: contentHtml };
    }),
  );
}

async function bundleExamination(): Promise<string> {
  const entry = fileURLToPath(new URL('./examined-editor.ts', import.meta.url));
  const { outputFiles } = await build({
    entryPoints: [entry],
    write: false,
    bundle: true,
    conditions: ['source'],
    format: 'iife',
    globalName: 'editor',
  });
  return outputFiles[0]?.text ?? '';
}

async function examineGuides(page: Page, guides: readonly Guide[]): Promise<Examined[]> {
  const examined: Examined[] = [];
  for (const guide of guides) {
    const examination = await page.evaluate<Examination>(`editor.examine(${JSON.stringify(guide.html)})`);
    examined.push({ ...guide, ...examination });
  }
  return examined;
}

function report(name: string, examined: readonly Examined[]): void {
  const share = (number: number) =>
    `${number} of ${examined.length} (${((number / examined.length) * 100).toFixed(1)} %)`;
  const count = (is: (guide: Examined) => boolean) => share(examined.filter(is).length);
  const times = examined.map(({ shownAfter }) => shownAfter).toSorted((one, other) => one - other);
  const at = (part: number) => `${Math.round(times[Math.floor(part * (times.length - 1))] ?? 0)} ms`;
  console.log(`${name}
  survive being written again:       ${count(({ survives }) => survives)}
  saved unchanged, same bytes:      ${count(({ isUnchanged }) => isUnchanged)}
  a letter changes its block only:  ${count(({ changedElsewhere, loss }) => !loss && changedElsewhere === 0)}
  same bytes after undo:            ${count(({ isRestored }) => isRestored)}
  shown after: median ${at(0.5)}, 99th percentile ${at(0.99)}, slowest ${at(1)}`);
  for (const { slug, loss, survives, changedElsewhere } of examined) {
    if (loss) console.log(`  ${slug} opens as HTML: ${JSON.stringify(loss)}`);
    else if (!survives) console.log(`  ${slug} does not survive, and nothing says so`);
    else if (changedElsewhere > 0) console.log(`  ${slug}: ${changedElsewhere} bytes changed elsewhere`);
  }
}

const browser = await openBrowser();
try {
  const script = await bundleExamination();
  await browser.visit('about:blank', {}, async (page) => {
    await page.addScriptTag({ content: script });
    for (const [name, language, find] of MANUALS)
      report(name, await examineGuides(page, await readGuides(await find(), language)));
  });
} finally {
  await browser.close();
}
