import { AppError } from '@guidepost/service-kit';
import { describe, expect, it } from '@jest/globals';
import { fromDatabaseError } from './database-error.ts';

function withCode(code: string, message = 'from the server'): Error {
  return Object.assign(new Error(message), { code });
}

function withSyscall(code: string): Error {
  return Object.assign(new Error(`connect ${code}`), { code, syscall: 'connect' });
}

describe('database errors', () => {
  it.each([
    ['a refused connection', withSyscall('ECONNREFUSED')],
    ['a missing socket', withSyscall('ENOENT')],
    ['all addresses refused', Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })],
    ['a terminated connection', new Error('Connection terminated unexpectedly')],
    ['no connection in time', new Error('timeout exceeded when trying to connect')],
    ['a server that does not answer', new Error('Query read timeout')],
    ['an administrator who shuts down', withCode('57P01')],
    ['a server that starts up', withCode('57P03')],
    ['a statement that takes too long', withCode('57014')],
    ['too many connections', withCode('53300')],
    ['a database that accepts no connections', withCode('55000')],
    ['a missing database', withCode('3D000')],
    ['a primary that became a standby', withCode('25006')],
  ])('are "unavailable" and can be retried for %s', (_, error) => {
    const ours = fromDatabaseError(error);
    expect(ours).toBeInstanceOf(AppError);
    expect(ours).toMatchObject({ kind: 'unavailable', details: { retryAfter: 5, cause: error } });
  });

  it('report a full disk', () => {
    expect(fromDatabaseError(withCode('53100'))).toMatchObject({
      kind: 'unavailable',
      message: 'The disk of the database is full.',
    });
  });

  it.each([
    ['23505', 'conflict'],
    ['22021', 'invalid'],
  ])('with SQLSTATE %s are "%s"', (code, kind) => {
    expect(fromDatabaseError(withCode(code))).toMatchObject({ kind });
  });

  it('hide the server’s message', () => {
    const ours = fromDatabaseError(withCode('23505', 'Key (slug)=(secret) already exists'));
    expect((ours as Error).message).not.toContain('secret');
  });

  it.each([
    ['a missing file', Object.assign(new Error('no such file'), { code: 'ENOENT' })],
    ['a defect', new TypeError('x is not a function')],
    ['an AppError', new AppError('not-found', 'There is none.')],
    ['a mistake in SQL', withCode('42601')],
    ['no error at all', 'text'],
  ])('leave %s unchanged', (_, error) => {
    expect(fromDatabaseError(error)).toBe(error);
  });
});
