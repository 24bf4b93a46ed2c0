import { writeFile } from 'node:fs/promises';
import { type OutputOptions, printableJson } from '@guidepost/command-line';
import { replaceFile } from '../archive/export/replace-file.ts';
import { personOf } from '../model/person.ts';
import { exportPerson, type PersonExport } from '../people/export/person-export.ts';
import { STDOUT } from './arguments.ts';
import { runCommand } from './run-command.ts';

export interface PersonWishes extends OutputOptions {
  email: string;
  forum?: string;
  force?: boolean;
}

/** For nobody but whoever asked for it. */
const MODE = 0o600;

/** `forum export --email <address> [file]` */
export function exportPersonTo(file: string, wishes: PersonWishes): Promise<void> {
  const { json = false, force = false, email, forum: slug } = wishes;
  const output = file === STDOUT ? process.stderr : process.stdout;
  return runCommand({ json, output }, async ({ database }) => {
    const found = await exportPerson(database, personOf(email), slug);
    const text = `${printableJson(JSON.stringify(found, null, 2))}\n`;
    if (file === STDOUT) process.stdout.write(text);
    else await replaceFile({ file, force }, (path) => writeFile(path, text, { flag: 'wx', mode: MODE }));
    const counts = countPosts(found);
    return { document: { email: found.email, file, forums: counts }, text: describe(found, file) };
  });
}

function countPosts({ forums }: PersonExport): object[] {
  return forums.map(({ slug, ...lists }) => ({
    slug,
    ...Object.fromEntries(Object.entries(lists).map(([kind, rows]) => [kind, rows.length])),
  }));
}

function describe({ email, forums }: PersonExport, file: string): string {
  const target = file === STDOUT ? 'standard output' : file;
  if (forums.length === 0) return `Nothing is kept of ${email}; ${target} says so.`;
  const slugs = forums.map(({ slug }) => slug).join(', ');
  return `Exported what is kept of ${email} to ${target}; forums: ${slugs}.`;
}
