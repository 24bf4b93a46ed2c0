-- The states that staff can choose for dialogs of a forum, in order: [{name, color, closed, topics}]. Dialogs keep their
-- texts, which may be others. A list, since it is read with the forum on every page, and changed as a whole.
alter table forums add column states jsonb not null default '[]' check (jsonb_typeof(states) = 'array');

-- The usual four in the language of the forum, then every other text that its dialogs have; one index lookup finds
-- each. These close dialogs, as every state has done until now.
with usual (language, answered, planned, completed) as (
  values ('en', 'answered', 'planned', 'completed'),
    ('sv', 'besvarad', 'planerad', 'genomförd'),
    ('de', 'beantwortet', 'geplant', 'umgesetzt'),
    ('fr', 'répondu', 'prévu', 'réalisé'),
    ('es', 'respondida', 'planificada', 'completada'),
    ('it', 'risposta data', 'pianificato', 'completato'),
    ('pt', 'respondida', 'planeada', 'concluída'),
    ('nl', 'beantwoord', 'gepland', 'voltooid'),
    ('da', 'besvaret', 'planlagt', 'gennemført'),
    ('nb', 'besvart', 'planlagt', 'gjennomført'),
    ('fi', 'vastattu', 'suunniteltu', 'toteutettu'),
    ('pl', 'odpowiedziano', 'zaplanowano', 'zrealizowano')
),
beginning as (
  select f.id, u.answered, u.planned, u.completed
  from forums f
  join usual u on u.language = case when f.language in (select language from usual) then f.language else 'en' end
),
taken as (
  select b.id, t.state
  from beginning b
  cross join unnest(array[false, true]) a (archived)
  cross join lateral (
    with recursive found as (
      (
        select d.state
        from dialogs d
        where d.forum_id = b.id and d.archived = a.archived and d.state is not null
        order by d.state
        limit 1
      )
      union all
      select (
          select d.state
          from dialogs d
          where d.forum_id = b.id and d.archived = a.archived and d.state > f.state
          order by d.state
          limit 1
        )
      from found f
      where f.state is not null
    )
    select f.state from found f where f.state is not null limit 46
  ) t
  where t.state not in ('solved', b.answered, b.planned, b.completed)
  group by b.id, t.state
),
others as (
  select n.id, jsonb_agg(
      jsonb_build_object('name', n.state, 'color', 'gray', 'closed', true, 'topics', '["Q", "P", "S", "B"]'::jsonb)
      order by n.state
    ) as states
  from (select t.id, t.state, row_number() over (partition by t.id order by t.state) as place from taken t) n
  where n.place <= 46
  group by n.id
)
update forums f
set states = jsonb_build_array(
    jsonb_build_object('name', b.answered, 'color', 'green', 'closed', true, 'topics', '["Q", "P", "S", "B"]'::jsonb),
    jsonb_build_object('name', 'solved', 'color', 'teal', 'closed', true, 'topics', '["Q", "P"]'::jsonb),
    jsonb_build_object('name', b.planned, 'color', 'blue', 'closed', false, 'topics', '["P", "S"]'::jsonb),
    jsonb_build_object('name', b.completed, 'color', 'purple', 'closed', true, 'topics', '["P", "S"]'::jsonb)
  ) || coalesce(o.states, '[]')
from beginning b
left join others o on o.id = b.id
where f.id = b.id;
