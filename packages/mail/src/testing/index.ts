import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { until } from '@guidepost/local-servers/testing';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerAddress, type SMTPServerSession } from 'smtp-server';

/** A mail server that keeps what it is given. */
export interface MailServer {
  url: string;
  received: ParsedMail[];
  /** The recipients of each message, from its envelope. */
  recipients: string[][];
  /** Answers recipients with this status instead of taking messages. */
  refuse(status: number | undefined): void;
  /** Keeps this recipient waiting. @returns what lets the messages go on */
  holdUp(address: string): () => void;
  /** The first message to this address, as soon as it arrives. */
  messageTo(address: string): Promise<ParsedMail>;
  stop(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const received: ParsedMail[] = [];
  const recipients: string[][] = [];
  let refusal: number | undefined;
  const held = new Map<string, Promise<void>>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: callbackify(async ({ address }: SMTPServerAddress, _session: SMTPServerSession) => {
      await held.get(address);
      if (refusal !== undefined)
        throw Object.assign(new Error(`${address} is not taken`), { responseCode: refusal });
    }),
    onData: callbackify(async (stream: Readable, { envelope }: SMTPServerSession) => {
      const message = await simpleParser(stream);
      recipients.push(envelope.rcptTo.map(({ address }) => address));
      received.push(message);
    }),
  });
  // Clients may be killed.
  server.on('error', () => {});
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  const { port } = server.server.address() as AddressInfo;
  const find = (address: string) => received[recipients.findIndex((to) => to.includes(address))];
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    recipients,
    refuse: (status) => {
      refusal = status;
    },
    holdUp(address) {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      held.set(address, released);
      return release;
    },
    messageTo: (address) => until(`a message to ${address} arrives`, () => find(address)),
    stop: () => new Promise((stopped) => server.close(() => stopped())),
  };
}
