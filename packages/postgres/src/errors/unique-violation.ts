const UNIQUE_VIOLATION = '23505';

/** Whether PostgreSQL refused a statement because a unique constraint has such a row already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}
