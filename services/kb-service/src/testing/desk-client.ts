import type { Role } from '@guidepost/access';
import { type DeskClient, type ServedDesk, serve, signIn } from '@guidepost/desk/testing';
import { createRequestListener } from '@guidepost/http';
import type { Environment } from '@guidepost/service-kit';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { createContext } from '../context.ts';
import { requireKnowledgeBase } from '../knowledge-bases/find-knowledge-base.ts';
import type { TestService } from './test-service.ts';

export type { DeskClient, ServedDesk } from '@guidepost/desk/testing';

/** Someone who works on a knowledge base. */
export async function signInAs(
  { database, context, request }: TestService,
  { host, role, name }: { host: string; role: Role; name?: string },
): Promise<DeskClient> {
  const { id: tenantId } = await requireKnowledgeBase(database, host);
  return signIn({ service: 'kb', staff: context.staff, request }, { tenantId, role, name });
}

/** Serves the desk of a test service. @param environment added to the database and the address of the desk */
export function serveDesk({ url }: TestService, environment: Environment = {}): Promise<ServedDesk> {
  return serve((origin) => {
    const required = { KB_DATABASE_URL: url, DESK_URL: origin, LOG_LEVEL: 'silent' };
    const config = readConfig({ ...required, ...environment });
    const context = createContext(config);
    return { listener: createRequestListener(createApp(context), context), close: () => context.close() };
  });
}
