import { readFile, writeFile } from 'node:fs/promises';

const HEADING = '## Growth\n';
const NEXT = '## Where the time goes\n';

/** The section as it was last measured, which the other measurements keep; empty without one. */
export async function readGrowth(page: URL): Promise<string> {
  const text = await readFile(page, 'utf8');
  const start = text.indexOf(HEADING);
  return start < 0 ? '' : text.slice(start, text.indexOf(NEXT, start));
}

export async function writeGrowth(page: URL, section: string): Promise<void> {
  const text = await readFile(page, 'utf8');
  const before = await readGrowth(page);
  await writeFile(
    page,
    text.replace(before || NEXT, () => `${section}\n${before ? '' : NEXT}`),
  );
}
