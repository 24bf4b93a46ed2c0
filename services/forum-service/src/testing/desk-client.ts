import { type DeskClient, type ServedDesk, signIn, trustedOrigin } from '@guidepost/desk/testing';
import type { Environment } from '@guidepost/service-kit';
import type { Role } from '@guidepost/staff';
import { startInstances } from '@guidepost/testing';
import { readConfig } from '../config.ts';
import { createContext } from '../context.ts';
import { requireForum } from '../tenants/find-forum.ts';
import { SERVICE, type TestService } from './test-service.ts';

/** Someone who works on the forums of an account. */
export async function signInAs(
  { database, context, request }: TestService,
  { slug, role, name }: { slug: string; role: Role; name?: string },
): Promise<DeskClient> {
  const { account_id: tenantId } = await requireForum(database, slug);
  return signIn({ service: 'forum', staff: context.staff, request }, { tenantId, role, name });
}

/** Serves the desk of a test service. @param further variables beside the database and the address of the desk */
export async function serveDesk(
  { url, context }: TestService,
  further: Environment = {},
): Promise<ServedDesk> {
  const { FORUM_FILES_DIRECTORY, KB_API_URL, S3_BUCKET } = context.config;
  const { origin, stop } = await startInstances(SERVICE, url, (environment, origin) =>
    createContext(
      readConfig({
        ...environment,
        FORUM_FILES_DIRECTORY,
        S3_BUCKET,
        KB_API_URL,
        DESK_URL: trustedOrigin(origin),
        LOG_LEVEL: 'silent',
        ...further,
      }),
    ),
  );
  return { origin: trustedOrigin(origin), stop };
}
