import { type OutgoingMessage, writeHtml } from '../write-message.ts';
import { type Answered, basicAuth, type Channel, itemWith, memberOf, ticketName } from './channel.ts';

/** Open, of low priority, from the portal. */
const NEW_TICKET = { status: '2', priority: '1', source: '2' };

/** Milliseconds by which clocks may differ. */
const SKEW = 3_600_000;

/** Freshdesk lists the tickets of a writer as they are made, so a message that may have arrived is looked for there. */
export const freshdesk: Channel = {
  async find({ marker, message, createdAt }, { token, ask }) {
    const query = new URLSearchParams({
      email: message.email,
      updated_since: new Date(createdAt.getTime() - SKEW).toISOString(),
      include: 'description',
      order_by: 'created_at',
      per_page: '100',
    });
    const answer = await ask({
      method: 'GET',
      path: `/api/v2/tickets?${query}`,
      headers: basicAuth(token, 'X'),
      isAnswer: saysUnknownWriter,
    });
    if (saysUnknownWriter(answer)) return undefined;
    const id = memberOf(itemWith(answer.json, marker, answer), 'id');
    return id === undefined ? undefined : String(id);
  },
  async send(outgoing, { token, ask }) {
    const form = new Response(formOf(outgoing));
    const answer = await ask({
      path: '/api/v2/tickets',
      headers: { ...basicAuth(token, 'X'), 'Content-Type': form.headers.get('Content-Type') ?? '' },
      body: new Uint8Array(await form.arrayBuffer()),
      isSending: true,
    });
    return ticketName(memberOf(answer.json, 'id'), answer);
  },
};

/** Freshdesk has no empty list for someone who has no ticket yet. */
function saysUnknownWriter({ status, json }: Answered): boolean {
  const [field, code] = ['field', 'code'].map((name) => memberOf(json, 'errors', 0, name));
  return status === 400 && field === 'email' && code === 'invalid_value';
}

function formOf(outgoing: OutgoingMessage): FormData {
  const { message, file } = outgoing;
  const form = new FormData();
  const { name, email, subject } = message;
  const fields = { name, email, subject, description: writeHtml(outgoing), ...NEW_TICKET };
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  if (file)
    form.append(
      'attachments[]',
      new Blob([file.bytes as Uint8Array<ArrayBuffer>], { type: file.type }),
      file.name,
    );
  return form;
}
