import { beforeEach, describe, expect, it } from '@jest/globals';
import { createTenantDirectory } from './tenant-directory.ts';

let stored: Map<string, number>;
let heard: number;
let reads: string[];

beforeEach(() => {
  stored = new Map([['help', 1]]);
  heard = 1;
  reads = [];
});

function start() {
  const read = async (name: string) => {
    reads.push(name);
    const revision = stored.get(name);
    return revision === undefined ? undefined : { id: 7, revision };
  };
  return createTenantDirectory(read, { isCurrent: (id, revision) => id === 7 && revision === heard });
}

describe('a directory of tenants', () => {
  it('reads a tenant once while nothing changes', async () => {
    const directory = start();
    expect(await directory.find('help')).toEqual({ id: 7, revision: 1 });
    expect(await directory.find('help')).toEqual({ id: 7, revision: 1 });
    expect(reads).toEqual(['help']);
  });

  it('reads it again after a change, and always while not listening', async () => {
    const directory = start();
    await directory.find('help');
    heard = 2;
    stored.set('help', 2);
    expect(await directory.find('help')).toEqual({ id: 7, revision: 2 });
    heard = 0;
    await directory.find('help');
    await directory.find('help');
    expect(reads).toHaveLength(4);
  });

  it('does not cache unknown names', async () => {
    const directory = start();
    expect([await directory.find('unknown'), await directory.find('unknown')]).toEqual([
      undefined,
      undefined,
    ]);
    expect(reads).toHaveLength(2);
  });

  it('does not read again after a change that leaves the tenant unchanged', async () => {
    const directory = start();
    await directory.find('help');
    heard = 2;
    directory.advance('help', 2);
    expect(await directory.find('help')).toEqual({ id: 7, revision: 2 });
    expect(reads).toEqual(['help']);
  });

  it('reads it again after another change in between', async () => {
    const directory = start();
    await directory.find('help');
    heard = 3;
    stored.set('help', 3);
    directory.advance('help', 3);
    directory.advance('unknown', 3);
    await directory.find('help');
    expect(reads).toHaveLength(2);
  });
});
