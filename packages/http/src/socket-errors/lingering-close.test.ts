import { Buffer } from 'node:buffer';
import { Duplex } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { lingeringClose } from './lingering-close.ts';

function openConnection(): Duplex {
  return new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
}

describe('lingeringClose', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('closes our half and keeps reading', () => {
    const connection = openConnection();
    lingeringClose(connection, Buffer.from('answer'));
    const { writableEnded, readableFlowing, destroyed } = connection;
    expect({ writableEnded, readableFlowing, destroyed }).toEqual({
      writableEnded: true,
      readableFlowing: true,
      destroyed: false,
    });
  });

  it('gives up after 5 seconds', () => {
    const connection = openConnection();
    lingeringClose(connection, Buffer.from('answer'));
    jest.advanceTimersByTime(4_999);
    expect(connection.destroyed).toBe(false);
    jest.advanceTimersByTime(1);
    expect(connection.destroyed).toBe(true);
  });

  it('gives up after 1 MiB', () => {
    const connection = openConnection();
    lingeringClose(connection, Buffer.from('answer'));
    connection.emit('data', Buffer.alloc(1024 * 1024));
    expect(connection.destroyed).toBe(false);
    connection.emit('data', Buffer.alloc(1));
    expect(connection.destroyed).toBe(true);
  });

  it('ignores errors of the connection', () => {
    const connection = openConnection();
    lingeringClose(connection, Buffer.from('answer'));
    expect(() => connection.emit('error', new Error('write EPIPE'))).not.toThrow();
    expect(connection.destroyed).toBe(true);
  });
});
