import { findInDebianPackage } from './debian-package.ts';

const PACKAGE = 'postgresql-doc-15';

/**
 * The folder of PostgreSQL's manual: the installed Debian package, else downloaded once and unpacked below `directory`.
 * @throws with one line on what to do
 */
export function findPostgresqlManual(directory: string): Promise<string> {
  return findInDebianPackage(PACKAGE, `usr/share/doc/${PACKAGE}/html`, directory);
}
