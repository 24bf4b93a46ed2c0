import type { Notification } from 'pg';
import type { Database } from '../connection/database.ts';

type Connection = Awaited<ReturnType<Database['connect']>>;

export interface ListenOptions {
  database: Database;
  channel: string;
  /** Called for each notification while listening. */
  onNotification: (payload: string) => void;
  /**
   * Called on the listening connection after every (re)connection, before {@link Listener.connected} is true,
   * and once an `interval`: what was notified while nobody listened is lost, so read it afresh here.
   */
  resynchronize: (connection: Connection) => Promise<void>;
  /** Milliseconds between two resynchronisations. */
  interval: number;
  /** Hears when the connection is lost and when it is back. */
  onChange?: ((connected: boolean, error?: unknown) => void) | undefined;
}

export interface Listener {
  /** True while nothing that is notified can be missed. */
  readonly connected: boolean;
  stop(): Promise<void>;
}

const FIRST_DELAY = 100;
const LONGEST_DELAY = 5_000;

/**
 * Listens on a connection of its own (LISTEN needs a direct one, not a transaction pooler's), for as long as the
 * process lives: a lost connection is made again with growing pauses, and what was missed is read afresh.
 */
export function listen(options: ListenOptions): Listener {
  const { database, channel } = options;
  const released = new WeakSet<Connection>();
  let connection: Connection | undefined;
  let connected = false;
  let stopped = false;
  let delay = FIRST_DELAY;
  let timer: NodeJS.Timeout | undefined;

  function announce(now: boolean, error?: unknown): void {
    if (connected === now) return;
    connected = now;
    options.onChange?.(now, error);
  }

  function schedule(work: () => Promise<void>, milliseconds: number): void {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(() => void work(), milliseconds);
    timer.unref();
  }

  function lose(lost: Connection | undefined, error: unknown): void {
    if (lost !== connection) return;
    connection = undefined;
    announce(false, error);
    schedule(connect, delay);
    delay = Math.min(delay * 2, LONGEST_DELAY);
  }

  async function resynchronize(over: Connection): Promise<void> {
    await options.resynchronize(over);
    if (over !== connection) return;
    delay = FIRST_DELAY;
    announce(true);
    schedule(check, options.interval);
  }

  async function check(): Promise<void> {
    const over = connection;
    if (!over) return;
    await resynchronize(over).catch((error: unknown) => abandon(over, error));
  }

  function abandon(over: Connection, error: unknown): void {
    lose(over, error);
    void release(over);
  }

  /** Once: pg-promise throws the second time, as when the listener is stopped while it is being connected. */
  async function release(over: Connection): Promise<void> {
    if (released.has(over)) return;
    released.add(over);
    await over.done(true);
  }

  async function connect(): Promise<void> {
    let opened: Connection | undefined;
    try {
      opened = await database.connect({ direct: true, onLost: (error) => lose(opened, error) });
      // pg-promise takes its own listener away before the connection is closed: a server that cuts it at that moment
      // would end the process.
      opened.client.on('error', () => {});
      if (stopped) return await release(opened);
      connection = opened;
      opened.client.on('notification', ({ payload }: Notification) => options.onNotification(payload ?? ''));
      await opened.none('listen $1:name', [channel]);
      await resynchronize(opened);
    } catch (error) {
      if (opened) abandon(opened, error);
      else lose(undefined, error);
    }
  }

  void connect();

  return {
    get connected() {
      return connected;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      connected = false;
      const last = connection;
      connection = undefined;
      if (last) await release(last);
    },
  };
}
