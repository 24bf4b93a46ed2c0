import { type Executor, preparedStatement } from '@guidepost/postgres';

const list = preparedStatement(new URL('./sql/list-owners.sql', import.meta.url));

/** The owners of a tenant who can sign in, to be written to. */
export function listOwners(executor: Executor, tenantId: number): Promise<{ id: number; email: string }[]> {
  return executor.any(list([tenantId]));
}
