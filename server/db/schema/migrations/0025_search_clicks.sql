-- Clicks on search results, by which results are ordered.

-- Decayed sums of the clicks on a work in the results of a query. No member, visitor or address is stored. Owner: search.
create table search_clicks (
  -- The first letters of the query, in lower case, without spaces.
  prefix text not null check (char_length(prefix) between 2 and 10),
  series_id integer not null references series on delete cascade,
  clicks double precision not null,
  -- The sum of the weights of the clicks, and of their squares. The weight of a click is the inverse of the probability that its
  -- position is looked at.
  weight double precision not null,
  squares double precision not null,
  -- The time of the last click, from which the sums decay.
  counted_at timestamptz not null,
  primary key (prefix, series_id),
  check (clicks > 0 and weight >= clicks and squares > 0)
);
create index search_clicks_series on search_clicks (series_id);

-- One row. Owner: search.
create table search_settings (
  id boolean primary key default true check (id),
  learns_from_clicks boolean not null default true
);
insert into search_settings default values;

create trigger notify_search_settings after update on search_settings
  for each statement execute function notify_search_synonyms();
