import { fileURLToPath } from 'node:url';
import { openBrowser, type Page } from '@guidepost/testing/browser';
import { build } from 'esbuild';
import type { Examination } from '../editor/examined-editor.ts';
import { MANUALS, type ManualGuide, readGuides } from '../manual-guides.ts';
import type { Report } from '../report.ts';
import type { Run } from '../scenario.ts';

export async function openManuals({ place, report }: Run): Promise<void> {
  const browser = await openBrowser();
  place.servers.defer(() => browser.close());
  const script = await bundleExamination();
  await browser.visit('about:blank', {}, async (page) => {
    await page.addScriptTag({ content: script });
    for (const [name, language, find] of MANUALS)
      describe(name, await examineGuides(page, await readGuides(await find(), language)), report);
  });
}

type Examined = ManualGuide & Examination;

async function bundleExamination(): Promise<string> {
  const entry = fileURLToPath(new URL('../editor/examined-editor.ts', import.meta.url));
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

async function examineGuides(page: Page, guides: readonly ManualGuide[]): Promise<Examined[]> {
  const examined: Examined[] = [];
  for (const guide of guides) {
    const examination = await page.evaluate<Examination>(`editor.examine(${JSON.stringify(guide.html)})`);
    examined.push({ ...guide, ...examination });
  }
  return examined;
}

function describe(name: string, examined: readonly Examined[], report: Report): void {
  const share = (is: (guide: Examined) => boolean) => {
    const count = examined.filter(is).length;
    return `${count} of ${examined.length} (${((count / examined.length) * 100).toFixed(1)} %)`;
  };
  const times = examined.map(({ shownAfter }) => shownAfter).toSorted((one, other) => one - other);
  const at = (part: number) => `${Math.round(times[Math.floor(part * (times.length - 1))] ?? 0)} ms`;
  report.print(name);
  const isChangedHereOnly = ({ changedElsewhere, loss }: Examined) => !loss && changedElsewhere === 0;
  report.figure(
    '  survive being written again',
    share(({ survives }) => survives),
  );
  report.figure(
    '  saved unchanged, same bytes',
    share(({ isUnchanged }) => isUnchanged),
  );
  report.figure('  a letter changes its block only', share(isChangedHereOnly));
  report.figure(
    '  same bytes after undo',
    share(({ isRestored }) => isRestored),
  );
  report.figure('  shown after', `median ${at(0.5)}, 99th percentile ${at(0.99)}, slowest ${at(1)}`);
  for (const { slug, loss, survives, changedElsewhere, isUnchanged, isRestored } of examined) {
    // The editor says so, and offers the HTML.
    if (loss) report.print(`  ${slug} opens as HTML: ${JSON.stringify(loss)}`);
    else if (!survives) report.wrong.push(`${slug} does not survive, and nothing says so`);
    else if (changedElsewhere > 0) report.print(`  ${slug}: ${changedElsewhere} bytes changed elsewhere`);
    if (!isUnchanged || !isRestored) report.wrong.push(`${slug}: other bytes without a change`);
  }
}
