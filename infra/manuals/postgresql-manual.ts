import { findInDebianPackage } from './debian-package.ts';

const PACKAGE = 'postgresql-doc-15';

/**
 * The folder of PostgreSQL's manual: that of the installed Debian package, else the package is downloaded and
 * unpacked below `directory`, once, which needs no root.
 *
 * @throws with one line that says what to do when neither can be had
 */
export function findPostgresqlManual(directory: string): Promise<string> {
  return findInDebianPackage(PACKAGE, `usr/share/doc/${PACKAGE}/html`, directory);
}
