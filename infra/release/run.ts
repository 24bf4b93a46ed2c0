import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCommandLine, refuseUsage } from '../local/command-line.ts';
import { notesOf, release, versionOf } from './changelog.ts';

// It runs without dependencies, in the workflow that a tag starts.
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const USAGE = `Usage: npm run release -- prepare <version>   writes the version into every file that has it, and its
                                             date into CHANGELOG.md
       npm run release -- notes <tag>         prints what CHANGELOG.md says about a version, if the files have it`;

/** Files that name the version of this repository, and what stands before it. */
const PLACES: readonly (readonly [files: string, before: RegExp])[] = [
  ['{.,packages/*,services/*}/package.json', /^ {2}"version": "/m],
  ['infra/docker/published-images.yml', /guidepost-\w+-service:/g],
  ['infra/kubernetes/overlays/*/kustomization.yaml', /newName: \S+\/guidepost-[\w-]+, newTag: /g],
  ['docs/kubernetes.md', /guidepost-\w+-service:/g],
];

const ANY_VERSION = /\d+\.\d+\.\d+(?:-[\w.]+)?/;

const { positionals } = readCommandLine(USAGE, { most: 2 });
const [command, word = ''] = positionals;
try {
  if (command === 'prepare') prepare(versionOf(word));
  else if (command === 'notes') process.stdout.write(notes(versionOf(word)));
  else refuseUsage(USAGE, 'Name what to do.');
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

function prepare(version: string): void {
  const changelog = join(ROOT, 'CHANGELOG.md');
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(changelog, release(readFileSync(changelog, 'utf8'), version, today));
  for (const { path, text, place } of places()) writeFileSync(path, text.replaceAll(place, `$1${version}`));
  console.log(`Commit this, and tag it v${version} once CI has passed.`);
}

function notes(version: string): string {
  for (const { path, text, place } of places()) {
    const others = Array.from(text.matchAll(place), ([, , named]) => named).filter(
      (named) => named !== version,
    );
    if (others.length > 0) throw new Error(`${path} has version ${others[0]}, not ${version}.`);
  }
  return notesOf(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version);
}

function places() {
  return PLACES.flatMap(([files, before]) =>
    globSync(files, { cwd: ROOT }).map((file) => {
      const place = new RegExp(`(${before.source})(${ANY_VERSION.source})`, 'gm');
      return { path: join(ROOT, file), text: readFileSync(join(ROOT, file), 'utf8'), place };
    }),
  );
}
