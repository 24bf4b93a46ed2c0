import { readPage } from '@guidepost/testing/markup';
import { afterEach, describe, expect, it } from '@jest/globals';
import { writeDialogs, writeForum } from '../../testing/content.ts';
import { startTestService, type TestService } from '../../testing/test-service.ts';

describe('GET /', () => {
  let service: TestService;

  const start = async (environment: Record<string, string> = {}) => {
    service = await startTestService(environment);
    const { database } = service;
    await writeForum(database, { slug: 'empty' });
    await writeDialogs(database, await writeForum(database, { slug: 'help' }), [{ id: 1 }]);
    await writeDialogs(database, await writeForum(database, { slug: 'gone' }), [{ id: 2, archived: true }]);
    await database.none(`update forums set name = '<b>"Help" & more' where slug = 'help'`);
    return readPage((await service.get('/')).text);
  };

  afterEach(() => service.stop());

  it('describes the service and links onward', async () => {
    const page = await start();
    expect(page.texts('h1')).toEqual(['The forum service']);
    expect(page.links('guides')).toEqual(['/docs', '/openapi.json']);
  });

  it('lists the forums with visible dialogs when SITE_DIRECTORY is on', async () => {
    const page = await start({ SITE_DIRECTORY: 'on' });
    expect(page.links('guides')).toEqual(['/forum/help', '/docs', '/openapi.json']);
    expect(page.texts('li')[0]).toBe('<b>"Help" & more help · help');
  });
});
