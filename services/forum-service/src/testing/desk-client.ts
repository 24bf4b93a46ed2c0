import type { Role } from '@guidepost/access';
import { type DeskClient, type ServedDesk, serve, signIn } from '@guidepost/desk/testing';
import { createListener } from '../app.ts';
import { readConfig } from '../config.ts';
import { createContext } from '../context.ts';
import { requireForum } from '../forums/find-forum.ts';
import type { TestService } from './test-service.ts';

/** Someone who works on the forums of an account. */
export async function signInAs(
  { database, context, request }: TestService,
  { slug, role, name }: { slug: string; role: Role; name?: string },
): Promise<DeskClient> {
  const { account_id: tenantId } = await requireForum(database, slug);
  return signIn({ service: 'forum', staff: context.staff, request }, { tenantId, role, name });
}

/** Serves the desk of a test service. */
export function serveDesk({ url, context }: TestService): Promise<ServedDesk> {
  return serve((origin) => {
    const { FORUM_FILES_DIRECTORY, KB_API_URL } = context.config;
    const config = readConfig({
      FORUM_DATABASE_URL: url,
      FORUM_FILES_DIRECTORY,
      KB_API_URL,
      DESK_URL: origin,
      LOG_LEVEL: 'silent',
    });
    const opened = createContext(config);
    return { listener: createListener(opened), close: () => opened.close() };
  });
}
