import { catalogueOf, fill } from '@guidepost/i18n';
import { createMailTransport, type MailContent, type MailSettings } from '@guidepost/mail';
import { type OutgoingMessage, writeText } from '../write-message.ts';
import { type Channel, DeliveryFailure } from './channel.ts';

/** The part of nodemailer's errors that tells what happened. */
interface SendFailure {
  code?: string;
  command?: string;
  responseCode?: number;
}

/**
 * To the address of the owners and to no other one (S50): an answer goes to the writer, who never gets a message from
 * here. Each attempt has the same `Message-ID`, by which mail programs drop a second one.
 */
export function createMailChannel(mail: MailSettings): Channel & { close(): void } {
  const transport = mail.to === 'nowhere' ? undefined : createMailTransport(mail);
  const domain = mail.to === 'nowhere' ? '' : mail.from.address.split('@').at(-1);
  return {
    async send(outgoing, { settings, signal }) {
      if (!transport) throw new DeliveryFailure('noMailServer');
      const { id, marker, message, file, createdAt, knowledgeBase } = outgoing;
      const sent = {
        ...contentOf(outgoing),
        id,
        tenantId: knowledgeBase.id,
        messageId: `<${marker}@${domain}>`,
        to: settings.email ?? '',
        date: createdAt,
        replyTo: { name: message.name, address: message.email },
        ...(file && {
          attachments: [{ filename: file.name, contentType: file.type, content: Buffer.from(file.bytes) }],
        }),
      };
      await transport.send(sent, signal).catch(refuse);
      return undefined;
    },
    close: () => transport?.close(),
  };
}

/** As plain text, which is what the writer typed. A subject is one line (S24). */
function contentOf(outgoing: OutgoingMessage): MailContent {
  const { message, knowledgeBase } = outgoing;
  const words = catalogueOf(knowledgeBase.language).mail;
  const wrote = fill(words.wrote, { name: `${message.name} <${message.email}>` });
  return {
    from: knowledgeBase.name,
    subject: message.subject,
    text: `${wrote}\n\n${writeText(outgoing)}`,
  };
}

/** The answers of servers contain addresses, so only their numbers are shown. */
function refuse(error: unknown): never {
  const { code, command, responseCode } = error as SendFailure;
  const answer = [responseCode, command, code].filter((part) => part !== undefined).join(' ');
  throw new DeliveryFailure('noMail', { answer });
}
