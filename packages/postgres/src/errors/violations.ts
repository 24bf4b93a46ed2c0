const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * Whether PostgreSQL refused a statement because a unique constraint has such a row already.
 * @param constraints the names of those that are meant; any unless they are given
 */
export function isUniqueViolation(error: unknown, constraints?: readonly string[]): boolean {
  if (!hasCode(error, UNIQUE_VIOLATION)) return false;
  return (
    constraints === undefined || constraints.includes(String((error as { constraint?: unknown }).constraint))
  );
}

/** Whether PostgreSQL refused a statement because a row that it refers to is not there, or not any more. */
export function isForeignKeyViolation(error: unknown): boolean {
  return hasCode(error, FOREIGN_KEY_VIOLATION);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
