import { pathId } from '@guidepost/desk';
import { contentTypeOf } from '@guidepost/files/types';
import { securityHeaders } from '@guidepost/http';
import { parseId } from '@guidepost/service-kit';
import { create as contentDisposition } from 'content-disposition';
import { findTarget } from '../../contact/targets.ts';
import {
  closeMessage,
  listWaitingMessages,
  readMessageFile,
  readWaitingMessage,
  retryMessage,
  SHOWN_MESSAGES,
  type WaitingMessage,
} from '../../contact/waiting-messages.ts';
import { writeLines } from '../../contact/write-message.ts';
import type { Context } from '../../context.ts';
import { actorOf, type KbCall, type KbEndpoint, type KbPage } from '../kb-tenant.ts';

const ROLES = ['owner', 'editor'] as const;

/** Messages of readers that no target has taken yet, and why. */
export function messagePages({ database }: Pick<Context, 'database'>): Record<string, KbPage> {
  return {
    '/messages': {
      roles: ROLES,
      purpose: 'contact retry',
      async read(call) {
        const { tenant, phrasing, base, query } = call;
        const after = parseId(query.first('after') ?? '') ?? 0;
        const messages = await listWaitingMessages(database, { knowledgeBaseId: tenant.id, after });
        const isOff = (await findTarget(database, tenant.id)).kind === 'off';
        const last = messages.length === SHOWN_MESSAGES ? messages.at(-1) : undefined;
        return {
          template: 'messages/messages',
          title: phrasing.words.messages,
          section: 'messages',
          content: {
            messages: messages.map((message) => ({ ...message, said: sayProblem(call, message, isOff) })),
            next: last && `${base}/messages?after=${last.id}`,
          },
        };
      },
    },
    '/messages/:message': {
      roles: ROLES,
      purpose: 'contact retry',
      async read(call) {
        const { tenant, phrasing } = call;
        const message = await readWaitingMessage(database, referenceOf(call));
        const isOff = (await findTarget(database, tenant.id)).kind === 'off';
        const { name, email } = message;
        const { content } = message;
        return {
          template: 'messages/message',
          title: message.subject,
          section: 'messages',
          content: {
            message,
            said: sayProblem(call, message, isOff),
            text: [
              `${name} <${email}>`,
              content.subject,
              '',
              content.text,
              '',
              ...writeLines(content, phrasing.language),
            ].join('\n'),
          },
        };
      },
      async post(call) {
        const { form, tenant, base } = call;
        const change = { host: tenant.key, id: pathId(call.path, 'message') };
        if (form.first('action') === 'retry') {
          await retryMessage(database, actorOf(call), change);
          return { seeOther: `${base}/messages/${change.id}`, notice: 'noticeMessageQueued' };
        }
        await closeMessage(database, actorOf(call), change);
        return { seeOther: `${base}/messages`, notice: 'noticeMessageClosed' };
      },
    },
  };
}

const HEADERS = Object.freeze({
  'Cache-Control': 'no-store',
  ...securityHeaders({ policy: { sandbox: [] }, crossOriginResourcePolicy: { policy: 'same-origin' } }),
});

/** The file of a message, always as a download: strangers have sent it (S7). */
export function messageFileEndpoint({ database }: Pick<Context, 'database'>): KbEndpoint {
  return {
    roles: ROLES,
    purpose: 'contact retry',
    async get(call) {
      const { name, type, bytes } = await readMessageFile(database, referenceOf(call));
      const headers = {
        ...HEADERS,
        'Content-Type': contentTypeOf(type),
        'Content-Disposition': contentDisposition(name),
      };
      return { status: 200, headers, body: bytes };
    },
  };
}

function referenceOf({ tenant, path }: Pick<KbCall, 'tenant' | 'path'>) {
  return { knowledgeBaseId: tenant.id, id: pathId(path, 'message') };
}

/** Why a message is still here, in a sentence. */
function sayProblem({ phrasing: { words } }: KbCall, { problem }: WaitingMessage, isOff: boolean): string {
  const problems: Readonly<Record<string, string>> = words.contact.problems;
  if (isOff) return words.contact.problems.off;
  return (problem === null ? undefined : problems[problem]) ?? words.contact.problems.none;
}
