/** A statement that reads or changes rows of tenants without saying which. */
export interface Unbound {
  file: string;
  why: 'names no tenant' | 'joins a table without its tenant';
}

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
const NAMED_ITSELF = new RegExp(String.raw`${OWN}[^;]*\bid\s*=\s*${BOUND}`, 'is');

/** The tables whose rows belong to tenants, from the text of migrations. */
export function findTenantTables(migrations: readonly string[]): Set<string> {
  const created = migrations.flatMap((text) =>
    Array.from(withoutComments(text).matchAll(/create (?:unlogged )?table (\w+) \((.*?)\n\)/gs)),
  );
  const column = new RegExp(TENANT_COLUMN);
  return new Set(created.filter(([, , columns = '']) => column.test(columns)).map(([, name = '']) => name));
}

/** Undefined if the statement names its tenant for each table of tenants, or uses none. */
export function findUnbound(file: string, text: string, tables: ReadonlySet<string>): Unbound | undefined {
  const sql = withoutComments(text);
  const used = Array.from(sql.matchAll(IN_A_STATEMENT), ([, name = '']) => name);
  const ofTenants = used.filter((name) => tables.has(name));
  const isOwn = NAMED_ITSELF.test(sql);
  if (ofTenants.length === 0 && !new RegExp(OWN).test(sql)) return undefined;
  if (!isOwn && !NAMED.some((way) => way.test(sql))) return { file, why: 'names no tenant' };
  const named = Array.from(sql.matchAll(new RegExp(TENANT_COLUMN, 'g'))).length;
  return isOwn || named >= ofTenants.length ? undefined : { file, why: 'joins a table without its tenant' };
}

function withoutComments(sql: string): string {
  return sql.replaceAll(/--.*/g, '');
}
