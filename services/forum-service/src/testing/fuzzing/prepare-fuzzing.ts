import { type FuzzedArea, type FuzzingClient, listRoutes } from '@guidepost/openapi/testing';
import { createApp } from '../../app.ts';
import type { TestService } from '../test-service.ts';
import { accountArea } from './fuzzed-accounts.ts';
import { PUBLIC_URL, prepareApi } from './fuzzed-api.ts';
import { deskArea } from './fuzzed-desk.ts';
import { memberArea } from './fuzzed-members.ts';

/** The environment of the service that is fuzzed, and of the one that prepares it. Mail is queued, and goes nowhere. */
export const FUZZED_ENVIRONMENT = {
  PUBLIC_URL,
  RATE_LIMITS: 'off',
  TRUSTED_PROXIES: '127.0.0.1',
  MAIL_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Example <forum@example.com>',
};

/**
 * @param service on the database of the one that the client asks
 * @returns makes all areas with new content, by its number, since fuzzing uses it up
 */
export async function prepareFuzzing(
  service: TestService,
  client: FuzzingClient,
): Promise<(number: number) => Promise<FuzzedArea[]>> {
  // Beyond the numbers that are written to the tables.
  for (const sequence of ['dialog_ids', 'comment_ids', 'posters_id_seq', 'reports_id_seq'])
    await service.database.none('alter sequence $1~ restart with 1000000', [sequence]);
  const routes = listRoutes(createApp(service.context));
  const makeApi = await prepareApi(service, client);
  return async (number) => {
    const pages = { service, client, routes, number };
    return [await makeApi(number), await deskArea(pages), await memberArea(pages), await accountArea(pages)];
  };
}
