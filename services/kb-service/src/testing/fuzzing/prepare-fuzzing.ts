import { type FuzzedArea, type FuzzingClient, listRoutes } from '@guidepost/openapi/testing';
import { createApp } from '../../app.ts';
import type { TestService } from '../test-service.ts';
import { prepareApi } from './fuzzed-api.ts';
import { deskArea } from './fuzzed-desk.ts';
import { accountArea, siteArea } from './fuzzed-pages.ts';

/** Variables of the service that is fuzzed, and of the one that prepares it. Mail is queued, and goes nowhere. */
export const FUZZED_ENVIRONMENT = {
  RATE_LIMITS: 'off',
  MAIL_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Example <help@example.com>',
};

/**
 * @param service with hidden content, on the database of the one that the client asks
 * @returns makes all areas with new content, by its number, since fuzzing uses it up
 */
export async function prepareFuzzing(
  service: TestService,
  client: FuzzingClient,
): Promise<(number: number) => Promise<FuzzedArea[]>> {
  // Beyond the numbers that are written to the tables.
  for (const table of ['guides', 'categories', 'tags'])
    await service.database.none('alter table $1~ alter id restart with 1000000', [table]);
  const routes = listRoutes(createApp(service.context));
  const makeApi = await prepareApi(service);
  return async (number) => {
    const pages = { service, client, routes, number };
    return [await makeApi(number), await deskArea(pages), await siteArea(pages), await accountArea(pages)];
  };
}
