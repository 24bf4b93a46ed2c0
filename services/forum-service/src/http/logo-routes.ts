import { IMAGE_ENDINGS } from '@guidepost/files/images';
import { createRouter, type Representation, representFile, resourcesOn } from '@guidepost/http';
import { AppError } from '@guidepost/service-kit';
import type { Request, Router } from 'express';
import type { Context } from '../context.ts';
import { parseLogoName } from '../model/forum.ts';
import { findLogo, type StoredLogo } from '../tenants/logo.ts';
import { answerPreflight, COMMON_HEADERS } from './headers.ts';

/** A changed logo has another address. */
const HEADERS = { ...COMMON_HEADERS, 'Cache-Control': 'public, max-age=31536000, immutable' };

/** `/logos/<token>.<ending>` */
export function logoRoutes({ database }: Pick<Context, 'database'>): Router {
  const router = createRouter({ strict: true });
  const resource = resourcesOn(router, { preflight: answerPreflight });

  async function serveLogo({ params, headers }: Request<{ name: string }>): Promise<Representation> {
    const name = parseLogoName(params.name);
    const read = async (withBytes: boolean): Promise<StoredLogo> => {
      const logo = name && (await findLogo(database, { token: name.token, withBytes }));
      if (!logo || IMAGE_ENDINGS[logo.media_type] !== name.ending) {
        throw new AppError('not-found', 'There is no such image.');
      }
      return logo;
    };
    return representFile({ condition: headers['if-none-match'], read, headersOf: () => HEADERS });
  }

  resource<{ name: string }>('/logos/:name', { get: serveLogo });
  return router;
}
