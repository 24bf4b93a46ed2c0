import { createServiceRateLimits } from '@guidepost/http/limits';
import { createTestDatabase } from '@guidepost/local-servers/testing';
import { closeDatabase, type Database, migrate } from '@guidepost/postgres';
import { createLogger, createMetrics } from '@guidepost/service-kit/process';
import { openTestDatabase } from '@guidepost/testing';
import { STAFF_MIGRATIONS } from '../migrations.ts';
import { type ComputeArgon2, computeArgon2, createPasswords } from '../passwords.ts';
import { createStaff, type Staff, type StaffOptions } from '../staff.ts';
import type { Role, StaffActor, StaffEvent } from '../staff-event.ts';

export const DESK_URL = 'https://desk.example.com';
export const OPERATOR: StaffActor = { name: 'root', role: 'owner', door: 'cli' };
export const PASSWORD = 'correct horse battery';
export const VISITOR = {
  sender: '192.0.2.1',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

/** The real cost would only make tests slow. */
const CHEAP = { memory: 8, passes: 1 };

/** The staff of a service on a database of its own, without the service. */
export interface TestStaff {
  staff: Staff;
  database: Database;
  url: string;
  events: StaffEvent[];
  /** Addresses of people who were told that their account is locked. */
  told: string[];
  /** Addresses of people who were told that a provider has replaced their password. */
  toldOfProvider: string[];
  /** Links that were mailed. */
  mailed: { to: string; url: string }[];
  /** Mail to people who asked for a new password: a link, or the address of the desk. */
  resets: { to: string; url: string }[];
  /** Argon2 computations since the last call. */
  takeComputations(): number;
  /** Another instance on connections of its own. */
  another(options?: Partial<StaffOptions>): Staff;
  /** Someone who has accepted an invitation to tenant 1, or `tenantId`. */
  member(email: string, options?: { role?: Role; tenantId?: number }): Promise<TestMember>;
  stop(): Promise<void>;
}

export interface TestMember {
  id: number;
  email: string;
  /** The secret of a session. */
  token: string;
  actor: StaffActor;
}

export async function startStaff(more: Partial<StaffOptions> = {}): Promise<TestStaff> {
  const { url, drop } = await createTestDatabase({ template: 'staff', prepare });
  const pools: Database[] = [];
  const stops: (() => void)[] = [];
  const events: StaffEvent[] = [];
  const told: string[] = [];
  const mailed: { to: string; url: string }[] = [];
  const toldOfProvider: string[] = [];
  const resets: { to: string; url: string }[] = [];
  let computations = 0;
  const derive: ComputeArgon2 = (input) => {
    computations += 1;
    return computeArgon2({ ...input, ...CHEAP });
  };

  function another(options: Partial<StaffOptions> = {}): Staff {
    const database = openTestDatabase(url);
    pools.push(database);
    const limits = createServiceRateLimits({
      config: { RATE_LIMITS: 'on' },
      database,
      secret: async () => 'a secret of tests',
      logger: createLogger({ service: 'test', level: 'silent' }),
      metrics: createMetrics('test'),
    });
    stops.push(limits.stop);
    return createStaff({
      database,
      deskUrl: DESK_URL,
      limits: limits.signIns,
      passwords: createPasswords(derive),
      record: async (_, event) => void events.push(event),
      mail: {
        isQueued: true,
        async sendReset(_, { to, link }) {
          resets.push({ to, url: link.url });
        },
        tellOfProvider: async (_, { to }) => void toldOfProvider.push(to),
        leadToProvider: async (_, { to }) => void resets.push({ to, url: DESK_URL }),
        async sendLink(_, { to, link }) {
          mailed.push({ to, url: link.url });
          return true;
        },
        withdraw: async () => {},
        warnOfGuesses: async (_, { to }) => void told.push(to),
      },
      ...more,
      ...options,
    });
  }

  const staff = another();
  const [database] = pools as [Database];

  async function member(
    email: string,
    { role = 'editor', tenantId = 1 }: { role?: Role; tenantId?: number } = {},
  ): Promise<TestMember> {
    const { member: invited, link } = await staff.people.invite({ tenantId, actor: OPERATOR, email, role });
    const [name = email] = email.split('@');
    const token = await staff.links.accept(tokenOf(link), { ...VISITOR, name, password: PASSWORD });
    const actor: StaffActor = { name, role, door: 'desk', personId: invited.id };
    return { id: invited.id, email, token, actor };
  }

  return {
    staff,
    database,
    url,
    events,
    told,
    mailed,
    resets,
    toldOfProvider,
    another,
    member,
    takeComputations() {
      const count = computations;
      computations = 0;
      return count;
    },
    async stop() {
      for (const stop of stops) stop();
      await Promise.all(pools.map(closeDatabase));
      await drop();
    },
  };
}

/** The secret in a link. */
export function tokenOf({ url }: { url: string }): string {
  return url.slice(url.lastIndexOf('/') + 1);
}

async function prepare(url: string): Promise<void> {
  const database = openTestDatabase(url);
  await migrate(database, [STAFF_MIGRATIONS]);
  // Each service has its own.
  await database.none(
    'create unlogged table rate_limits (key varchar(255) primary key, points integer not null, expire bigint not null)',
  );
  await closeDatabase(database);
}
