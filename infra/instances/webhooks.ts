import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { anyFreePort } from '@guidepost/local-servers';
import { until } from '@guidepost/local-servers/testing';
import { closeDatabase } from '@guidepost/postgres';
import { openTestDatabase } from '@guidepost/testing';
import { accountWebhooks } from '../../services/forum-service/src/tenants/webhooks.ts';

const DELIVERY_SECONDS = 60;

export interface ReceivedWebhooks {
  /** Of the comments that were told of, in the order of arrival, once all are delivered. */
  numbers(expected: number): Promise<readonly number[]>;
}

/** Receives webhooks for comments with the text "Commented 1". @param url of the forum's database */
export async function receiveWebhooks(url: string, servers: AsyncDisposableStack): Promise<ReceivedWebhooks> {
  const numbers: number[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const number = /Commented (\d+)/.exec(await text(request))?.[1];
    if (number) numbers.push(Number(number));
    response.writeHead(204).end();
  };
  const port = await anyFreePort();
  const server = createServer((request, response) => void receive(request, response));
  server.listen(port, '127.0.0.1');
  servers.defer(() => void server.close());
  const database = openTestDatabase(url);
  servers.defer(() => closeDatabase(database));
  const { name } = await database.one('select name from accounts order by id limit 1');
  const change = { account: name, actor: { name: 'Test', role: 'owner', door: 'cli' } as const };
  const webhook = { url: `http://127.0.0.1:${port}/`, types: ['comment.created'] };
  await accountWebhooks(database).add(change, webhook);
  return {
    async numbers(expected) {
      const areDelivered = async () => {
        const { waiting } = await database.one(
          'select count(*) as waiting from webhook_deliveries where ended_at is null',
        );
        return numbers.length >= expected && waiting === 0;
      };
      await until('all webhooks are delivered', areDelivered, DELIVERY_SECONDS);
      return numbers;
    },
  };
}
