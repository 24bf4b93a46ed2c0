import { describe, expect, it } from '@jest/globals';
import type pgPromise from 'pg-promise';
import { traceStatements } from './database.ts';

describe('tracing statements', () => {
  it('keeps what else is done with statements and errors', () => {
    const seen: string[] = [];
    const initialization: pgPromise.IInitOptions = {
      query: () => void seen.push('query'),
      error: () => void seen.push('error'),
    };
    traceStatements(initialization);
    const context = { client: {}, cn: undefined, dc: undefined, query: 'select 1' } as never;
    initialization.query?.(context);
    initialization.error?.(new Error('Query read timeout'), context);
    expect(seen).toEqual(['query', 'error']);
  });
});
