import { appendFileSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type RegisteredStatement, registeredStatements } from '@guidepost/postgres';
import { ROOT } from '../local/settings.ts';

/** Tables of the tests of the tag, which may have run in this process before. */
const OF_TESTS = /\b(?:shelves|registered_things)\b/;

/** Loads the modules of packages and services that have statements, and returns their statements. */
export async function loadStatements(): Promise<RegisteredStatement[]> {
  for (const file of filesWithStatements()) await import(pathToFileURL(join(ROOT, file)).href);
  return registeredStatements().filter(({ text }) => !OF_TESTS.test(text));
}

function filesWithStatements(): string[] {
  const exclude = ['**/node_modules/**', '**/dist/**', '**/*.test.ts', '**/testing/**', '**/sql/sql.ts'];
  return globSync('{packages,services}/*/src/**/*.ts', { cwd: ROOT, exclude }).filter((file) =>
    /\bsql(?:Template)?(?:\.file|`)/.test(readFileSync(join(ROOT, file), 'utf8')),
  );
}

/** The variable that names the folder in which each process of a test run notes the statements that it has used. */
export const USED_STATEMENTS = 'GUIDEPOST_USED_STATEMENTS';

/** Notes what the tests of a file have used, in the run that asks for it. */
export function noteUsedStatements(): void {
  const folder = process.env[USED_STATEMENTS];
  if (!folder) return;
  const names = registeredStatements().flatMap(({ name, isUsed }) => (isUsed ? [name] : []));
  appendFileSync(join(folder, String(process.pid)), `${names.join('\n')}\n`);
}

/** The texts of the statements that no process has noted. */
export async function statementsThatNoTestUsed(folder: string): Promise<string[]> {
  const used = new Set(
    readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')),
  );
  const statements = await loadStatements();
  return statements.flatMap(({ name, text }) => (used.has(name) ? [] : [text]));
}

/** Why a statement reads or changes rows of tenants wrongly. */
export type Mistake =
  | 'names no tenant'
  | 'joins a table without its tenant'
  | 'says that it is across tenants, but names one';

/** Begins the comment in which a statement says why it names no tenant. */
const ACROSS_TENANTS = /^\s*-- Across tenants: \w/m;

const TENANT_COLUMN = String.raw`\b(?:knowledge_base_id|forum_id|tenant_id|account_id)\b`;
const BOUND = String.raw`(?:any\s*\(\s*)?\$\d`;
const IN_A_STATEMENT = /\b(?:from|join|update|into|using)\s+(?:only\s+)?(\w+)/gi;

/** How a statement names its tenant: by a value, as the first column of new rows, or in bound rows. */
const NAMED = [
  new RegExp(String.raw`${TENANT_COLUMN}\s*=\s*${BOUND}`, 'i'),
  new RegExp(String.raw`insert\s+into\s+\w+[^()]*\(\s*${TENANT_COLUMN}`, 'i'),
  new RegExp(String.raw`unnest\s*\(\s*\$1[^)]*\)[^()]*\([^)]*${TENANT_COLUMN}`, 'i'),
];

/** The tables of tenants themselves, whose keys are the tenants' ids. */
const OWN = String.raw`\b(?:knowledge_bases|forums|accounts)\b`;
const NAMED_ITSELF = new RegExp(String.raw`${OWN}[^;]*\b(?:id|edition_of|main_id)\s*=\s*${BOUND}`, 'is');

/** The tables whose rows belong to tenants, from the text of migrations. */
export function findTenantTables(migrations: readonly string[]): Set<string> {
  const created = migrations.flatMap((text) =>
    Array.from(withoutComments(text).matchAll(/create (?:unlogged )?table (\w+) \((.*?)\n\)/gs)),
  );
  const column = new RegExp(TENANT_COLUMN);
  return new Set(created.filter(([, , columns = '']) => column.test(columns)).map(([, name = '']) => name));
}

/** Undefined if a statement names its tenant for each table of tenants, uses none, or says why it names none. */
export function findMistake(text: string, tables: ReadonlySet<string>): Mistake | undefined {
  const unbound = findUnbound(withoutComments(text), tables);
  if (!ACROSS_TENANTS.test(text)) return unbound;
  return unbound ? undefined : 'says that it is across tenants, but names one';
}

function findUnbound(sql: string, tables: ReadonlySet<string>): Mistake | undefined {
  const used = Array.from(sql.matchAll(IN_A_STATEMENT), ([, name = '']) => name);
  const ofTenants = used.filter((name) => tables.has(name));
  const isOwn = NAMED_ITSELF.test(sql);
  if (ofTenants.length === 0 && !new RegExp(OWN).test(sql)) return undefined;
  if (!isOwn && !NAMED.some((way) => way.test(sql))) return 'names no tenant';
  const named = Array.from(sql.matchAll(new RegExp(TENANT_COLUMN, 'g'))).length;
  return isOwn || named >= ofTenants.length ? undefined : 'joins a table without its tenant';
}

function withoutComments(sql: string): string {
  return sql.replaceAll(/--.*/g, '');
}
