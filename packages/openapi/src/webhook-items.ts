import type { SchemaObject } from 'ajv';
import { closedObject, type OperationParameter, type PathItem } from './document.ts';

/** An event that is sent to webhooks. */
export interface WebhookEvent {
  summary: string;
  data: SchemaObject;
}

const HEADERS: readonly OperationParameter[] = [
  header('webhook-id', 'The same for each attempt to deliver an event.'),
  header('webhook-timestamp', 'When the attempt was made, in seconds of Unix time.'),
  header(
    'webhook-signature',
    'By Standard Webhooks: `v1,` and an HMAC in Base64; several are separated by spaces.',
  ),
];

const RESPONSES = {
  '2XX': { description: 'The event is delivered.' },
  '410': { description: 'No more events are sent to this URL.' },
  default: { description: 'The event is sent again later. Redirects are not followed.' },
};

/** The `webhooks` of an OpenAPI document, by type of event. */
export function webhookItems(events: Readonly<Record<string, WebhookEvent>>): Record<string, PathItem> {
  return Object.fromEntries(Object.entries(events).map(([type, event]) => [type, webhookItem(type, event)]));
}

function webhookItem(type: string, { summary, data }: WebhookEvent): PathItem {
  const schema = closedObject({
    type: { const: type },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
    data,
  });
  return {
    post: {
      operationId: type.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase()),
      tags: [],
      summary,
      security: [],
      parameters: [...HEADERS],
      requestBody: {
        description: 'The event with its record.',
        required: true,
        content: { 'application/json': { schema } },
      },
      responses: RESPONSES,
    },
  };
}

function header(name: string, description: string): OperationParameter {
  return { name, in: 'header', description, required: true, schema: { type: 'string' } };
}
