import type { OutgoingMessage } from '../write-message.ts';
import { writeText } from '../write-message.ts';
import { basicAuth, type Channel, type ChannelAddress, itemWith, memberOf, ticketName } from './channel.ts';

/**
 * Zendesk takes requests of people without an account, so that a ticket comes from its writer and not from the agent
 * whose token is known here; the token uploads files and finds tickets. A key makes Zendesk answer a repeated request
 * with the first ticket for two hours; afterwards, tickets are searched for the marker.
 */
export const zendesk: Channel = {
  async find({ marker }, { settings, token, ask }) {
    const query = new URLSearchParams({ query: `type:ticket "${marker}"`, per_page: '10' });
    const answer = await ask({
      method: 'GET',
      path: `/api/v2/search.json?${query}`,
      headers: authorize(settings.account, token),
    });
    const id = memberOf(itemWith(memberOf(answer.json, 'results'), marker, answer), 'id');
    return id === undefined ? undefined : String(id);
  },
  async send(outgoing, address) {
    const { message, marker } = outgoing;
    const uploads = await upload(outgoing, address);
    const answer = await address.ask({
      path: '/api/v2/requests.json',
      headers: { 'Idempotency-Key': marker },
      body: JSON.stringify({
        request: {
          requester: { name: message.name, email: message.email },
          subject: message.subject,
          comment: { body: writeText(outgoing), ...(uploads && { uploads }) },
        },
      }),
      isSending: true,
    });
    return ticketName(memberOf(answer.json, 'request', 'id'), answer);
  },
};

async function upload(
  { file }: OutgoingMessage,
  { settings, token, ask }: ChannelAddress,
): Promise<string[] | undefined> {
  if (!file) return undefined;
  const answer = await ask({
    path: `/api/v2/uploads.json?${new URLSearchParams({ filename: file.name })}`,
    headers: { ...authorize(settings.account, token), 'Content-Type': file.type },
    body: file.bytes,
  });
  return [ticketName(memberOf(answer.json, 'upload', 'token'), answer)];
}

function authorize(account = '', token: string): { Authorization: string } {
  return basicAuth(`${account}/token`, token);
}
