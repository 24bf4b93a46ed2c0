import { type Database, preparedStatement } from '@guidepost/postgres';
import type { GaugeOptions } from '@guidepost/service-kit';

const countWaiting = preparedStatement(new URL('./sql/waiting-changes.sql', import.meta.url));

/** For `/metrics`: how many changes each index has not heard of, whoever feeds it. */
export function waitingChanges(database: Database): GaugeOptions {
  return {
    name: 'search_changes_waiting',
    help: 'Changes that a search index has not heard of yet, the same for all instances',
    label: 'index',
    read: () => database.any(countWaiting([])),
  };
}
