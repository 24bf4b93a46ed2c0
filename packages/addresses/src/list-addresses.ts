import type { Executor, Statement } from '@guidepost/postgres';

/** An address with what staff see of it. A service adds the columns of its targets. */
export interface ListedAddress {
  id: number;
  /** A path, or the entry of a scheme. */
  address: string;
  made_by: string;
  made_with: 'desk' | 'api' | 'cli' | 'import';
  created_at: Date;
  /** Readers that it has led on in the last 30 days. */
  hits: number;
  /** The title of the target, also if readers do not see it; null for a page or another site. */
  title: string | null;
  /** Whether readers see the target. */
  visible: boolean;
}

/** The reads of a service, of which the first value is the tenant. */
interface ListStatements {
  /** $2 addresses after the first $3, by address. */
  list: Statement;
  /** How many there are, as `total`. */
  count: Statement;
  /** The address $2, or that with the ID $3. */
  find: Statement;
}

interface AddressLists<Listed> {
  /** A page of the addresses of a tenant, and how many there are. */
  list(
    executor: Executor,
    page: { tenantId: number; limit: number; offset?: number | undefined },
  ): Promise<{ total: number; addresses: Listed[] }>;
  /** @param which.address an entry as it is stored, or an ID */
  find(
    executor: Executor,
    which: { tenantId: number; address: string | number },
  ): Promise<Listed | undefined>;
}

/** Lists and finds addresses by the statements of a service. */
export function createAddressLists<Listed extends ListedAddress>({
  list,
  count,
  find,
}: ListStatements): AddressLists<Listed> {
  return {
    async list(executor, { tenantId, limit, offset = 0 }) {
      const { total } = await executor.one<{ total: number }>(count([tenantId]));
      return { total, addresses: await executor.any<Listed>(list([tenantId, limit, offset])) };
    },
    async find(executor, { tenantId, address }) {
      const values = typeof address === 'string' ? [address, null] : [null, address];
      return (await executor.oneOrNone<Listed>(find([tenantId, ...values]))) ?? undefined;
    },
  };
}
