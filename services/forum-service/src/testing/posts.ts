import type { Database } from '@guidepost/postgres';
import type { Response } from 'supertest';
import type { Actor } from '../model/actor.ts';

export const DIALOG = {
  name: 'Anna Berg',
  useremail: 'Anna@example.com',
  topic: 'question',
  title: 'How do I start?',
  text: 'I have read\nthe manual.',
};

export const COMMENT = { name: 'Bo Ek', useremail: 'bo@example.com', text: 'By pressing the button.' };

export const VOTE = { name: 'Bo Ek', useremail: 'bo@example.com' };

export const REPORT = { ...VOTE, report_reason: 'It is an advertisement.' };

const TABLES = [
  'posters',
  'dialogs',
  'comments',
  'recent_comments',
  'votes',
  'reports',
  'tags',
  'dialog_tags',
  'topic_counts',
  'post_addresses',
  'search_queue',
] as const;

/** Row counts of all tables that posts write, and the sum of all revisions. */
export function countEverything(
  database: Database,
): Promise<Record<(typeof TABLES)[number] | 'revision', number>> {
  const counts = TABLES.map((table) => `(select count(*) from ${table}) as ${table}`);
  return database.one(`select ${counts.join(', ')}, (select sum(revision)::integer from forums) as revision`);
}

/** All counters that differ from a count of the rows. */
export function listWrongCounters(database: Database): Promise<unknown[]> {
  return database.any(
    `select 'comments' as counter, d.id from dialogs d where d.num_comments <>
       (select count(*) from comments c where c.forum_id = d.forum_id and c.dialog_id = d.id and not c.held)
     union all
     select 'votes', d.id from dialogs d where d.num_votes <> d.earlier_votes +
       (select count(*) from votes v where v.forum_id = d.forum_id and v.dialog_id = d.id)
     union all
     select 'last activity', d.id from dialogs d where d.last_activity <> greatest(d.pub_date,
       (select max(c.pub_date) from comments c where c.forum_id = d.forum_id and c.dialog_id = d.id and not c.held))
     union all
     select 'tags', t.id from tags t where t.dialogs <>
       (select count(*) from dialog_tags l where l.forum_id = t.forum_id and l.tag_id = t.id and not l.archived)
     union all
     select 'topics', forum_id from (
       (select forum_id, archived, topic, dialogs from topic_counts where dialogs > 0)
       except
       (select forum_id, archived, topic, count(*) from dialogs group by 1, 2, 3)
     ) more
     union all
     select 'topics', forum_id from (
       (select forum_id, archived, topic, count(*) from dialogs group by 1, 2, 3)
       except
       (select forum_id, archived, topic, dialogs from topic_counts)
     ) fewer
     union all
     select 'posters', p.id from posters p where not exists (select from dialogs where poster_id = p.id)
       and not exists (select from comments where poster_id = p.id)
       and not exists (select from votes where poster_id = p.id)
       and not exists (select from reports where poster_id = p.id)
       and not exists (select from deleted_rows where poster_id = p.id)
     order by counter, id`,
  );
}

export function idsOf({ body }: Pick<Response, 'body'>): number[] {
  return (body as { id: number }[]).map(({ id }) => id);
}

/** An operator at the command line. */
export function operatorNamed(name: string): Actor {
  return { name, role: 'owner', door: 'cli' };
}
