import { type OutgoingMessage, writeHtml } from '../write-message.ts';
import {
  type Ask,
  type Channel,
  type ChannelAddress,
  DeliveryFailure,
  itemWith,
  memberOf,
  ticketName,
} from './channel.ts';

const LONGEST_NAME = 40;

/**
 * Help Scout knows no key by which a conversation would be made once, so one that may have been made is looked for
 * among the conversations of its writer.
 */
export const helpScout: Channel = {
  async find({ marker, message }, address) {
    const query = new URLSearchParams({
      status: 'all',
      embed: 'threads',
      sortField: 'createdAt',
      sortOrder: 'desc',
      query: `(email:"${message.email.replaceAll('"', '')}")`,
    });
    const answer = await address.ask({
      method: 'GET',
      path: `/v2/conversations?${query}`,
      headers: await authorize(address),
    });
    const { json } = answer;
    if (memberOf(json, 'page', 'totalElements') === 0) return undefined;
    const id = memberOf(itemWith(memberOf(json, '_embedded', 'conversations'), marker, answer), 'id');
    return id === undefined ? undefined : String(id);
  },
  async send(outgoing, address) {
    const answer = await address.ask({
      path: '/v2/conversations',
      headers: await authorize(address),
      body: JSON.stringify(conversationOf(outgoing, Number(address.settings.mailbox))),
      isSending: true,
    });
    const id = answer.headers?.['resource-id'];
    return ticketName(Array.isArray(id) ? undefined : id, answer);
  },
};

function conversationOf(outgoing: OutgoingMessage, mailboxId: number): object {
  const { message, file } = outgoing;
  const customer = {
    email: message.email,
    firstName: Array.from(message.name).slice(0, LONGEST_NAME).join(''),
  };
  const attachments = file && [
    { fileName: file.name, mimeType: file.type, data: Buffer.from(file.bytes).toString('base64') },
  ];
  return {
    type: 'email',
    status: 'active',
    mailboxId,
    subject: message.subject,
    customer,
    threads: [{ type: 'customer', customer, text: writeHtml(outgoing), ...(attachments && { attachments }) }],
  };
}

/** A token of its own for each attempt: it lasts for two days, and messages are few. */
async function authorize({
  settings,
  token,
  ask,
}: Pick<ChannelAddress, 'settings' | 'token'> & { ask: Ask }): Promise<{ Authorization: string }> {
  const { json } = await ask({
    path: '/v2/oauth2/token',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: settings.account ?? '',
      client_secret: token,
    }).toString(),
  });
  const access = memberOf(json, 'access_token');
  if (typeof access !== 'string' || !/^[\x21-\x7e]{1,5000}$/.test(access))
    throw new DeliveryFailure('denied');
  return { Authorization: `Bearer ${access}` };
}
