import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { AppError } from '@guidepost/service-kit';
import { kindOfFile } from '../directory/paths.ts';
import { imageFolder } from '../images.ts';
import type { ImportSource } from '../import-source.ts';
import { openImportSource } from '../open-import-source.ts';
import { problemWithName } from './unpack-archive.ts';

/** Endings of files that are imported alone. */
const ALONE = /\.(?:json|ndjson|xml|wxr)$/i;
const WXR = /\.(?:xml|wxr)$/i;

/** The folder of WordPress with pictures, beside its export files. */
const UPLOADS = 'uploads';

/** Where the name of a file ends that a browser may send with its path. */
const LAST_STEP = /[^/\\]*$/;

/**
 * The name of an uploaded file, under which it is kept: what is imported from it is named after it.
 * @throws AppError `invalid` with the reason `importFileRule` for any other file
 */
export function nameOfUpload(sent: string): string {
  const name = (LAST_STEP.exec(sent)?.[0] ?? '').normalize('NFC');
  const isKnown =
    extname(name).toLowerCase() === '.zip' || ALONE.test(name) || kindOfFile(name) !== undefined;
  if (isKnown && !name.startsWith('.') && problemWithName(name) === undefined) return name;
  throw new AppError(
    'invalid',
    'It must be a ZIP file, Markdown, HTML, JSON, NDJSON or an export file of WordPress.',
    {
      fields: {
        file: ['It must be a ZIP file, Markdown, HTML, JSON, NDJSON or an export file of WordPress.'],
      },
      reason: 'importFileRule',
    },
  );
}

export function isArchive(name: string): boolean {
  return extname(name).toLowerCase() === '.zip';
}

/**
 * Opens what an archive had in it: the folder, or the only folder in it; a JSON file with its folder beside it; or
 * export files of WordPress with theirs.
 * @throws AppError `invalid`
 */
export async function openUnpacked(folder: string, now = new Date()): Promise<ImportSource> {
  const root = await stepInto(folder);
  const { paths, uploads } = await findSource(root);
  const [path = root, ...more] = paths;
  return openImportSource(path, now, paths.length > 0 ? { more, uploads } : {});
}

/** Programs put what they pack into a folder of its own. */
async function stepInto(folder: string): Promise<string> {
  const [only, ...others] = await readdir(folder, { withFileTypes: true });
  if (!only) throw new AppError('invalid', 'The archive has no files that can be imported.');
  return only.isDirectory() && others.length === 0 ? stepInto(join(folder, only.name)) : folder;
}

/** A lone JSON file, or export files, with nothing beside them but their folder. */
async function findSource(root: string): Promise<{ paths: string[]; uploads?: string }> {
  const names = (await readdir(root)).sort();
  const paths = names.filter((name) => ALONE.test(name)).map((name) => join(root, name));
  const [first = ''] = paths;
  const areExports = paths.every((path) => WXR.test(path));
  if (paths.length === 0 || (paths.length > 1 && !areExports)) return { paths: [] };
  const beside = areExports ? UPLOADS : basename(imageFolder(first));
  const others = names.filter((name) => !ALONE.test(name));
  if (others.some((name) => name !== beside)) return { paths: [] };
  return { paths, ...(areExports && others.length > 0 && { uploads: join(root, UPLOADS) }) };
}
