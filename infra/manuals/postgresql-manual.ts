import { findInDebianPackage } from './debian-package.ts';

const PACKAGE = 'postgresql-doc-15';

/** The folder of PostgreSQL's manual, installed or downloaded below `directory`. @throws with one line on what to do */
export function findPostgresqlManual(directory: string): Promise<string> {
  return findInDebianPackage(PACKAGE, `usr/share/doc/${PACKAGE}/html`, directory);
}
