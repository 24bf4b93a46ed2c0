-- As in 0004-answering.sql, but that it also says which batch an index confirmed last: nothing has left its backlog as long as
-- that is the same.
drop function search_index_state(text);

create function search_index_state(of_settings text)
  returns table (state text, index_id integer, index_name text, "position" bigint)
  language sql stable
as $$
  select u.state,
    case when u.state = 'ready' then u.id end,
    case when u.state = 'ready' then u.name end,
    case when u.state = 'ready' then u.position end
  from (
    select i.id, i.name, i.position,
      case
        when i.ready is not true then 'not_ready'
        when (
          select b.queued_at
          from search_backlog b
          where b.index_id = i.id and b.set_aside is null
          order by b.change
          limit 1
        ) < now() - interval '10 seconds' then 'behind'
        else 'ready'
      end as state
    from (select of_settings as settings) wanted
    left join search_indexes i on i.settings = wanted.settings
  ) u
$$;
