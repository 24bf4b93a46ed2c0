import type { FileStore } from './file-store.ts';

/**
 * A store together with the one that files were in before, or go back to: reads what only the second has, and writes to
 * the first alone. So a service can change stores while it runs.
 */
export function withFallback(store: FileStore, former: FileStore): FileStore {
  const { signedAddress } = store;
  return {
    ...store,
    open: async (name, range) => (await store.open(name, range)) ?? former.open(name, range),
    sizeOf: async (name) => (await store.sizeOf(name)) ?? former.sizeOf(name),
    async delete(name) {
      await store.delete(name);
      await former.delete(name);
    },
    ...(signedAddress && { signedAddress }),
  };
}
