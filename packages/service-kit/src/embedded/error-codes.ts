/** Whether the error is the system's or PostgreSQL's with one of these codes. */
export function hasCode(error: unknown, ...codes: string[]): boolean {
  // Not `instanceof Error`: an error of Node's own is none inside Jest, where tests have globals of their own.
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}
