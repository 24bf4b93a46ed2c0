/**
 * What programs that come along see of our environment: no PG* or MEILI_* variable that a person has set for servers of
 * theirs, and a locale that exists everywhere (PostgreSQL refuses to start on macOS under one that doesn't).
 */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const { PATH, TMPDIR } = process.env;
  return { LC_ALL: 'C', TZ: 'UTC', ...(PATH && { PATH }), ...(TMPDIR && { TMPDIR }) };
}
