import { describe, expect, it } from '@jest/globals';
import { OPERATOR } from '../testing/content.ts';
import { useEditingFixture } from '../testing/editing-fixture.ts';
import { saveDraft } from '../writing/drafts/save-draft.ts';
import { publishGuide } from '../writing/publishing/publish-guide.ts';

const HOST = 'help.example.com';
const fixture = useEditingFixture({
  host: HOST,
  guides: [
    { id: 31, slug: 'a', title: 'A' },
    { id: 32, slug: 'b', title: 'B' },
  ],
});

const BUSY = {
  kind: 'unavailable',
  message: 'The knowledge base is being changed at the moment. Try again in a moment.',
  details: { retryAfter: expect.any(Number) },
};

describe('a change while an import or another change takes long', () => {
  it('ends after some seconds, unless it is made on the command line', async () => {
    const { database, editor, author } = fixture;
    const { waiting } = await database.tx(async (transaction) => {
      await transaction.one('select id from knowledge_bases where host = $1 for no key update', [HOST]);
      await transaction.one('select id from guides where id = 31 for no key update');
      const ofOperator = publishGuide(database, OPERATOR, { host: HOST, guideId: 32 });
      await Promise.all([
        expect(publishGuide(database, editor, { host: HOST, guideId: 32 })).rejects.toMatchObject(BUSY),
        expect(saveDraft(database, author, { host: HOST, guideId: 31, title: 'Slow' })).rejects.toMatchObject(
          BUSY,
        ),
      ]);
      return { waiting: ofOperator };
    });
    expect(await waiting).toMatchObject({ slug: 'b' });
  });
});
