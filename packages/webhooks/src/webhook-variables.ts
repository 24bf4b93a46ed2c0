import type { VariableSchema } from '@guidepost/service-kit';

export interface WebhookConfig {
  WEBHOOK_ALLOW_PRIVATE: 'on' | 'off';
}

/** Environment variables of services that send webhooks. */
export const WEBHOOK_VARIABLES: Record<string, VariableSchema> = {
  WEBHOOK_ALLOW_PRIVATE: {
    description: 'whether webhooks may be sent to private and loopback addresses: on or off',
    type: 'string',
    enum: ['on', 'off'],
    default: 'off',
  },
};
