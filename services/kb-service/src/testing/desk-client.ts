import { type DeskClient, type ServedDesk, signIn, trustedOrigin } from '@guidepost/desk/testing';
import type { Environment } from '@guidepost/service-kit';
import type { Role } from '@guidepost/staff';
import { startInstances } from '@guidepost/testing';
import { readConfig } from '../config.ts';
import { createContext } from '../context.ts';
import { requireKnowledgeBase } from '../tenants/find-knowledge-base.ts';
import { SERVICE, type TestService } from './test-service.ts';

export type { DeskClient, ServedDesk } from '@guidepost/desk/testing';

/** Someone who works on a knowledge base. */
export async function signInAs(
  { database, context, request }: TestService,
  { host, ...person }: { host: string; role: Role; name?: string; languages?: readonly string[] },
): Promise<DeskClient> {
  const { id: tenantId } = await requireKnowledgeBase(database, host);
  return signIn({ service: 'kb', staff: context.staff, request }, { tenantId, ...person });
}

/** Serves the desk of a test service. @param further variables beside the database and the address of the desk */
export async function serveDesk(
  { url, context: { config } }: TestService,
  further: Environment = {},
): Promise<ServedDesk> {
  const { origin, stop } = await startInstances(SERVICE, url, (environment, origin) => {
    const own = { S3_BUCKET: config.S3_BUCKET, DESK_URL: trustedOrigin(origin), LOG_LEVEL: 'silent' };
    return createContext(readConfig({ ...environment, ...own, ...further }));
  });
  return { origin: trustedOrigin(origin), stop };
}
