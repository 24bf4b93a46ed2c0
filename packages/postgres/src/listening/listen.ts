import type { Notification } from 'pg';
import type { Database } from '../connection/database.ts';

type Connection = Awaited<ReturnType<Database['connect']>>;

export interface ListenOptions {
  database: Database;
  channel: string;
  onNotification: (payload: string) => void;
  /** Called after every (re)connection and once per `interval`, to read what may have been missed. */
  resynchronize: (connection: Connection) => Promise<void>;
  /** Milliseconds between resynchronisations. */
  interval: number;
  /** Called when the connection is lost and restored. */
  onChange?: ((connected: boolean, error?: unknown) => void) | undefined;
}

export interface Listener {
  /** True while no notification can be missed. */
  readonly connected: boolean;
  /** Resynchronises now, since other connections to the server were lost: it finds out whether this one was, too. */
  check(): void;
  stop(): Promise<void>;
}

const FIRST_DELAY = 100;
const LONGEST_DELAY = 5_000;

/**
 * Listens on its own connection, which must be direct (transaction poolers do not support LISTEN). A lost connection is
 * reopened with growing pauses and then resynchronised.
 */
export function listen(options: ListenOptions): Listener {
  const { database, channel } = options;
  const released = new WeakMap<Connection, Promise<void>>();
  /** The current or pending connection. */
  let opening: Promise<Connection> | undefined;
  let connection: Connection | undefined;
  let connected = false;
  let stopped = false;
  let delay = FIRST_DELAY;
  let checking = false;
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
    opening = undefined;
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
    if (!over || checking) return;
    checking = true;
    await resynchronize(over).catch((error: unknown) => abandon(over, error));
    checking = false;
  }

  function abandon(over: Connection, error: unknown): void {
    lose(over, error);
    void release(over);
  }

  /** Only once: pg-promise throws the second time, e.g. when stopped while connecting. */
  function release(over: Connection): Promise<void> {
    const end = released.get(over) ?? (async () => over.done(true))();
    released.set(over, end);
    return end;
  }

  async function connect(): Promise<void> {
    let opened: Connection | undefined;
    try {
      opening = database.connect({ direct: true, onLost: (error) => lose(opened, error) });
      opened = await opening;
      // pg-promise removes its own listener before the connection is closed; the process would then end if the server
      // cut it off.
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
    check: () => void check(),
    async stop() {
      stopped = true;
      clearTimeout(timer);
      connected = false;
      connection = undefined;
      await opening?.then(release, () => {});
    },
  };
}
