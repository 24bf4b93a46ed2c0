import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@guidepost/postgres';
import { withDatabase } from '../forum/content.ts';
import type { SearchedService } from './searched-service.ts';
import { type EngineAccess, type Serving, serve } from './serving.ts';

/** A service whose index is full, and how long that took it. */
export interface Indexed {
  serving: Serving;
  /** Documents. */
  perSecond: number;
}

const LOOK = 100;

const QUEUE_IS_EMPTY = 'select not exists (select from search_queue where set_aside is null) as done';
const ENGINE_IS_READY = `select exists (
    select from search_indexes i
    where i.ready and not exists (select from search_backlog b where b.index_id = i.id and b.set_aside is null)
  ) as done`;

/** Starts the service, whose queue is full, and waits until its worker has emptied it into PostgreSQL's index. */
export function indexOnPostgres(service: SearchedService): Promise<Indexed> {
  return index(service, undefined, QUEUE_IS_EMPTY);
}

/** Starts the service with an engine that it does not know yet, and waits until its worker has filled it. */
export function indexOnEngine(service: SearchedService, engine: EngineAccess): Promise<Indexed> {
  return index(service, engine, ENGINE_IS_READY);
}

function index(
  service: SearchedService,
  engine: EngineAccess | undefined,
  condition: string,
): Promise<Indexed> {
  return withDatabase(service.databaseUrl, async (database) => {
    const started = performance.now();
    const serving = await serve(service, engine);
    while (!(await isDone(database, condition))) await pause(LOOK);
    const seconds = (performance.now() - started) / 1_000;
    // As time would bring about.
    await database.none('vacuum analyze');
    return { serving, perSecond: service.documents / seconds };
  });
}

async function isDone(database: Database, condition: string): Promise<boolean> {
  const { done } = await database.one<{ done: boolean }>(condition);
  return done;
}
