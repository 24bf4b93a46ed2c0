import type { Metrics } from '@guidepost/service-kit';
import type { Database } from './database.ts';

/** @param databases by what their connections are for */
export function measurePools(
  { addGauge }: Pick<Metrics, 'addGauge'>,
  databases: Readonly<Record<string, Database>>,
): void {
  const pools = Object.entries(databases).map(([pool, { $pool }]) => ({ pool, $pool }));
  addGauge({
    name: 'database_pool_connections',
    help: 'Open connections of a pool, by whether a statement or a transaction has them',
    labelNames: ['pool', 'state'],
    read: () =>
      pools.flatMap(({ pool, $pool: { totalCount, idleCount } }) => [
        { labels: { pool, state: 'in_use' }, value: totalCount - idleCount },
        { labels: { pool, state: 'idle' }, value: idleCount },
      ]),
  });
  addGauge({
    name: 'database_pool_size',
    help: 'Connections that a pool may open',
    labelNames: ['pool'],
    read: () => pools.map(({ pool, $pool }) => ({ labels: { pool }, value: $pool.options.max ?? 0 })),
  });
  addGauge({
    name: 'database_pool_waiting',
    help: 'Work that waits for a connection of a pool',
    labelNames: ['pool'],
    read: () => pools.map(({ pool, $pool }) => ({ labels: { pool }, value: $pool.waitingCount })),
  });
}
