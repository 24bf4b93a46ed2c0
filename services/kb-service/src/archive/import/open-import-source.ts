import { stat } from 'node:fs/promises';
import { readFetchState } from '@guidepost/fetch';
import { AppError, unreadable } from '@guidepost/service-kit';
import { openDirectory } from './directory/directory-source.ts';
import { openGuideFile } from './directory/guide-file-source.ts';
import { kindOfFile } from './directory/paths.ts';
import { openCentre, openFetchedCentre } from './fetched/fetched-source.ts';
import type { ImportSource } from './import-source.ts';
import { openJsonFile } from './json/json-source.ts';
import { readWxr } from './wordpress/read-wxr.ts';
import { openUploads } from './wordpress/uploads.ts';
import { readWordPress } from './wordpress/wordpress-centre.ts';

export interface SourceOptions {
  /** The translation of a fetched help centre. */
  locale?: string | undefined;
  /** Types of posts of WordPress. */
  postTypes?: readonly string[] | undefined;
  /** The folder of files that were uploaded to WordPress. */
  uploads?: string | undefined;
  /** Further export files of the same site. */
  more?: readonly string[] | undefined;
}

/**
 * Opens a folder of `kb fetch`, a directory of HTML and Markdown files, one such file, a JSON file, or export files of
 * WordPress.
 * @param now decides about dates of publication
 * @throws AppError `invalid` for anything else
 */
export async function openImportSource(
  path: string,
  now = new Date(),
  options: SourceOptions = {},
): Promise<ImportSource> {
  const { locale } = options;
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(error, path);
  });
  if (found.isFile() && isXml(path)) return openWordPress(path, now, options);
  refuseWordPressOptions(options);
  const isFetched = found.isDirectory() && (await readFetchState(path)) !== undefined;
  if (locale !== undefined && !isFetched)
    throw new AppError('invalid', '--locale requires a folder of kb fetch.');
  if (isFetched) return openFetchedCentre(path, { locale, now });
  if (found.isDirectory()) return openDirectory(path, now);
  return kindOfFile(path) ? openGuideFile(path, now) : openJsonFile(path, now);
}

function isXml(path: string): boolean {
  return /\.(?:xml|wxr)$/i.test(path);
}

function refuseWordPressOptions({ postTypes, uploads, more = [] }: SourceOptions): void {
  const wrong = [
    ...(postTypes ? ['--post-type'] : []),
    ...(uploads === undefined ? [] : ['--uploads']),
    ...(more.length > 0 ? ['more than one path'] : []),
  ];
  if (wrong.length > 0)
    throw new AppError('invalid', `Only with export files of WordPress (.xml): ${wrong.join(', ')}.`);
}

async function openWordPress(
  path: string,
  now: Date,
  { locale, postTypes, uploads: folder, more = [] }: SourceOptions,
): Promise<ImportSource> {
  if (locale !== undefined) throw new AppError('invalid', '--locale requires a folder of kb fetch.');
  const other = more.find((one) => !isXml(one));
  if (other !== undefined) throw new AppError('invalid', `${other}: is no export file of WordPress (.xml)`);
  const uploads = await openUploads(folder);
  const found = await readWxr([path, ...more]);
  return openCentre(uploads, readWordPress(found, { postTypes, uploads, now }));
}
