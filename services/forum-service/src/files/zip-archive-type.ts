import { postableType } from './media-types.ts';
import type { ZipEntry } from './zip-archive.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';

/** Office documents by the folder of their content. Some programs write what names their type last. */
const DOCUMENTS: readonly (readonly [folder: string, mediaType: string])[] = [
  ['word/', `${OFFICE}.wordprocessingml.document`],
  ['xl/', `${OFFICE}.spreadsheetml.sheet`],
  ['ppt/', `${OFFICE}.presentationml.presentation`],
];

/** What makes programs of archives: of Java and of Android. */
const PROGRAM = /^(?:META-INF\/MANIFEST\.MF|AndroidManifest\.xml|classes\d*\.dex)$/i;

/**
 * The type of an archive by what is in it: an office document, an archive, or undefined for a program and for what may
 * not be posted.
 *
 * @param found what it looks like at its beginning
 */
export function zipArchiveType(entries: readonly ZipEntry[], found: string): string | undefined {
  if (entries.some(({ name }) => PROGRAM.test(name))) return undefined;
  // A document whose directory cannot be read might have macros.
  if (found !== 'application/zip') return entries.length > 0 ? postableType(found) : undefined;
  const isDocument = entries.some(({ name }) => name === '[Content_Types].xml');
  const document = DOCUMENTS.find(([folder]) => entries.some(({ name }) => name.startsWith(folder)));
  return isDocument && document ? document[1] : found;
}
