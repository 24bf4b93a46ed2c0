import { createTestDatabase } from '@guidepost/local-servers/testing';
import { type SqlPart, sql } from '@guidepost/postgres';
import { migrateTestDatabase } from '@guidepost/testing';
import pg from 'pg';
import { MODERATED_DIALOG_COLUMNS } from '../../../services/forum-service/src/moderation/find-dialogs.ts';
import {
  COMMENT_COLUMNS,
  COUNTED_COMMENT_COLUMNS,
  LISTED_COMMENT_COLUMNS,
} from '../../../services/forum-service/src/posts/comments.ts';
import {
  DIALOG_TITLE_COLUMNS,
  FOUND_DIALOG_COLUMNS,
  LINE_COLUMNS,
  LISTED_DIALOG_COLUMNS,
} from '../../../services/forum-service/src/posts/dialog-rows.ts';
import { MIGRATIONS as FORUM_MIGRATIONS } from '../../../services/forum-service/src/schema.ts';
import { MIGRATIONS as KB_MIGRATIONS } from '../../../services/kb-service/src/schema.ts';

export interface DescribedStatement {
  /** As registered: a template with the names of its parts. */
  text: string;
  /** The columns of its result; those of a template for each example that fits. */
  variants: Column[][];
}

/** A column of a statement's result, as the server describes it without running the statement. */
export interface Column {
  name: string;
  /** The name of the type in `pg_type`, of the elements if it is an array. */
  type: string;
  isArray: boolean;
  /** The name in its table, if it is selected as it is and may be null there. */
  nullable: string | undefined;
}

const SCHEMAS = { kb: KB_MIGRATIONS, forum: FORUM_MIGRATIONS };

/** Parts with which templates are described. */
const EXAMPLES: Readonly<Record<string, readonly SqlPart[]>> = {
  collation: [sql.part`"und-x-icu"`],
  columns: [
    LISTED_DIALOG_COLUMNS,
    FOUND_DIALOG_COLUMNS,
    MODERATED_DIALOG_COLUMNS,
    DIALOG_TITLE_COLUMNS,
    LINE_COLUMNS,
    LISTED_COMMENT_COLUMNS,
    COMMENT_COLUMNS,
    COUNTED_COMMENT_COLUMNS,
  ],
  comment: [COUNTED_COMMENT_COLUMNS],
  dialog: [LISTED_DIALOG_COLUMNS],
  found: [sql.identifier('newest_dialogs')],
  marked: [sql.part`select $12::bigint where $13::text = $14::text`],
  order: [sql.part`1`],
  sortColumns: [sql.part`id`],
};

/** Describes statements by the schema of a service. @returns also those that do not fit it, with the server's errors */
export async function describeStatements(
  service: keyof typeof SCHEMAS,
  texts: Iterable<string>,
): Promise<{ described: DescribedStatement[]; refused: Map<string, string> }> {
  const described: DescribedStatement[] = [];
  const refused = new Map<string, string>();
  const { client, close } = await openMigrated(service);
  try {
    const toColumn = await readCatalogue(client);
    for (const text of texts) {
      const variants: Column[][] = [];
      let refusal = 'no example of a part';
      for (const filled of fill(text)) {
        const fields = await describe(client, filled).catch((error: Error) => error.message);
        if (typeof fields === 'string') refusal = fields;
        else variants.push(fields.map(toColumn));
      }
      if (variants.length > 0) described.push({ text, variants });
      else refused.set(text, refusal);
    }
  } finally {
    await close();
  }
  return { described, refused };
}

async function openMigrated(service: keyof typeof SCHEMAS) {
  const prepare = (url: string) => migrateTestDatabase(url, SCHEMAS[service]);
  const { url, drop } = await createTestDatabase({ template: service, prepare });
  const client = new pg.Client(url);
  await client.connect();
  return { client, close: () => client.end().then(drop) };
}

/** The statements that a template makes of the examples. */
function fill(template: string): string[] {
  const [part, name = ''] = /\$\{(\w+)\}/.exec(template) ?? [];
  if (part === undefined) return [template];
  const examples = EXAMPLES[name] ?? [];
  return examples.flatMap((example) => fill(template.replaceAll(part, () => String(example))));
}

function describe(client: pg.Client, text: string): Promise<pg.FieldDef[]> {
  return new Promise((resolve, reject) => {
    client.query(
      new Description(text, (error, result) => (error ? reject(error) : resolve(result?.fields ?? []))),
    );
  });
}

/** A query that the server parses and describes, but does not run. */
class Description extends pg.Query {
  readonly #text: string;

  constructor(text: string, settle: (error: Error | undefined, result?: pg.ResultBuilder) => void) {
    super(text, settle);
    this.#text = text;
  }

  override submit = (connection: pg.Connection): void => {
    connection.parse({ name: '', text: this.#text, types: [] }, true);
    connection.describe({ type: 'S', name: '' }, true);
    connection.sync();
  };
}

async function readCatalogue(client: pg.Client): Promise<(field: pg.FieldDef) => Column> {
  const types = await client.query(`
    select t.oid::int, coalesce(e.typname, t.typname) as type, e.oid is not null as "isArray"
    from pg_type t
    left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'`);
  const nullable = await client.query(`
    select a.attrelid::int as table, a.attnum as number, a.attname as name
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
    join pg_type t on t.oid = a.atttypid
    where not a.attnotnull and not t.typnotnull`);
  const known = new Map(types.rows.map(({ oid, type, isArray }) => [oid, { type, isArray }]));
  const mayBeNull = new Map(nullable.rows.map(({ table, number, name }) => [`${table}.${number}`, name]));
  return ({ name, dataTypeID, tableID, columnID }) => ({
    name,
    ...(known.get(dataTypeID) ?? { type: 'unknown', isArray: false }),
    nullable: mayBeNull.get(`${tableID}.${columnID}`),
  });
}
