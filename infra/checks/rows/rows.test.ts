import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadStatements } from '../statements.ts';
import { compareRows } from './compare-rows.ts';
import { type DescribedStatement, describeStatements } from './described-statements.ts';
import { MISTAKES } from './planted-rows.ts';
import { type Calls, findCalls, listModules } from './typed-calls.ts';

const PLANTED = 'infra/checks/rows/planted-rows.ts';
const BROKEN = 'select forgotten from guides where knowledge_base_id = $1';

/** Settings and maintenance take no values, and are not worth a plan. */
const COMMAND = /^(?:analyze|set)\b/;

let described: DescribedStatement[];
let refused: Map<string, string>;
let calls: Calls;

// TypeScript reads 1,300 modules: some seconds, many on a busy machine.
const PATIENCE = 300_000;

beforeAll(async () => {
  const statements = await loadStatements();
  const kb = await describeStatements('kb', [...statements.map(({ text }) => text), BROKEN]);
  const forum = await describeStatements('forum', kb.refused.keys());
  described = [...kb.described, ...forum.described];
  refused = forum.refused;
  calls = findCalls([...listModules(), fileURLToPath(new URL('planted-rows.ts', import.meta.url))]);
}, PATIENCE);

function ofPlanted(found: readonly string[]): string[] {
  return found.flatMap((mistake) => (mistake.startsWith(PLANTED) ? mistake.replace(/^\S+ /, '') : []));
}

function ofOthers(found: readonly string[]): string[] {
  return found.filter((mistake) => !mistake.startsWith(PLANTED));
}

describe('each statement', () => {
  it('fits the schema of a service', () => {
    expect(described.length).toBeGreaterThan(600);
    expect([...refused.keys()]).toEqual([BROKEN]);
  });

  it('selects what the types of its rows promise', () => {
    const mistakes = compareRows(calls, described);
    expect(ofOthers(mistakes)).toEqual([]);
    expect(ofPlanted(mistakes).toSorted()).toEqual(Object.keys(MISTAKES).toSorted());
  });

  it('is seen behind most calls with a row type', () => {
    const unseen = calls.typed.filter(({ made }) => made.length === 0);
    expect(calls.typed.length).toBeGreaterThan(350);
    expect(unseen.length).toBeLessThan(12);
  });

  it('is made by the tag, except for commands', () => {
    const texts = calls.untagged.flatMap(({ place, text }) =>
      // This package makes the tag; it runs migrations, and statements for tables that it gets by name.
      place.startsWith('packages/postgres/') || COMMAND.test(text) ? [] : `${place} ${text}`,
    );
    expect(ofOthers(texts)).toEqual([]);
    expect(ofPlanted(texts)).toEqual(['select 1 from $' + '{table}`', "{ text: 'select 1', values: [] }"]);
  });

  it('has a row type where its columns are read', () => {
    expect(ofOthers(calls.untyped)).toEqual([]);
    expect(calls.untyped).toHaveLength(1);
  });
});
