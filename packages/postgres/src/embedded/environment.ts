/**
 * What PostgreSQL's programs see of our environment: no PG* variable that a person has set for servers of theirs,
 * and a locale that exists everywhere (macOS refuses to start under one that doesn't).
 */
export function environment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR } = process.env;
  return { LC_ALL: 'C', TZ: 'UTC', ...(PATH && { PATH }), ...(TMPDIR && { TMPDIR }) };
}
