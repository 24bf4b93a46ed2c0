import { AppError } from '@guidepost/service-kit';

const RETRY_AFTER_SECONDS = 5;

/** SQLSTATE classes and codes after which a retry may succeed. */
const UNAVAILABLE_STATES = [
  '08', // connection exception
  '25006', // read-only transaction: a primary that has become a standby
  '3D000', // the database does not exist (yet)
  '40001', // serialization failure
  '40P01', // deadlock detected
  '53', // insufficient resources: connections, memory, disk
  '55000', // the database is not accepting connections
  '55P03', // lock not available
  '57', // operator intervention: shutdown, crash, cancelled or timed-out statement
  '58', // system error: input, output
  'XX', // internal: damaged data or index
];

/** Raised for tenants that move: packages/postgres/migrations. */
const MOVING: Readonly<Record<string, (cause: Error) => ConstructorParameters<typeof AppError>>> = {
  GM421: (cause) => ['moved', 'This has moved to another server.', { cause }],
  GM503: (cause) => [
    'unavailable',
    'This is moving to another server. Try again in a moment.',
    { cause, retryAfter: 1 },
  ],
};

const UNAVAILABLE_CODES = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);

/** pg's messages without a code for lost or refused connections. */
const CONNECTION_LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Whether a connection was open and is lost. */
export function isConnectionLoss(error: unknown): boolean {
  return error instanceof Error && /^(Connection terminated|Client has encountered)/.test(error.message);
}

/** Maps pg's errors to AppErrors, with the original as `cause` for the log; returns others unchanged. */
export function fromDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof AppError) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const moving = MOVING[code];
  if (moving) return new AppError(...moving(error));
  if (code === '53100')
    return new AppError('unavailable', 'The disk of the database is full.', { cause: error });
  if (isUnavailable(error, code)) {
    const details = { cause: error, retryAfter: RETRY_AFTER_SECONDS };
    return new AppError('unavailable', 'The database cannot be reached at the moment.', details);
  }
  if (code === '23505') return new AppError('conflict', 'This already exists.', { cause: error });
  if (code === '22021' || code === '22P05') {
    return new AppError('invalid', 'A value contains characters that cannot be stored.', { cause: error });
  }
  return error;
}

function isUnavailable(error: Error, code: string): boolean {
  if (UNAVAILABLE_CODES.has(code)) return 'syscall' in error || error instanceof AggregateError;
  if (/^[0-9A-Z]{5}$/.test(code)) return UNAVAILABLE_STATES.some((state) => code.startsWith(state));
  return CONNECTION_LOST.test(error.message);
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const LOCK_NOT_AVAILABLE = '55P03';

/** Whether a unique constraint was violated. @param constraints the constraints' names; any by default */
export function isUniqueViolation(error: unknown, constraints?: readonly string[]): boolean {
  if (!hasCode(error, UNIQUE_VIOLATION)) return false;
  return (
    constraints === undefined || constraints.includes(String((error as { constraint?: unknown }).constraint))
  );
}

/** Whether a referenced row does not exist, or no longer. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, FOREIGN_KEY_VIOLATION);
}

/**
 * Milliseconds that a change by a person waits for a lock. A waiting change holds one of the few connections that serve
 * all tenants.
 */
export const LOCK_TIMEOUT = 4_000;

/** Whether a statement waited longer for a lock than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, LOCK_NOT_AVAILABLE);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
