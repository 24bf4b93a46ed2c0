import pg from 'pg';

export async function run(url: string, statement: string): Promise<unknown[][]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text: statement, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

export async function evaluate(url: string, expression: string): Promise<unknown> {
  const rows = await run(url, `select ${expression}`);
  return rows[0]?.[0];
}
