-- Bounds of what searches and clicks publish (D-163).

-- A term that staff hid from the popular searches, by its letters and digits, so that no other spelling brings it back.
-- Owner: search.
create table hidden_search_terms (
  id integer generated always as identity primary key,
  letters text not null unique check (char_length(letters) between 1 and 40),
  term text not null,
  created_at timestamptz not null default now()
);

-- A network that clicked on a work in the results of a query today, as a keyed hash that changes every day. Owner: search.
create table search_click_networks (
  day date not null,
  prefix text not null,
  series_id integer not null references series on delete cascade,
  network bigint not null,
  primary key (day, prefix, series_id, network)
);
create index on search_click_networks (series_id);

-- The most networks that clicked on one day. A work rises only by the clicks of several.
alter table search_clicks add column networks integer not null default 0;
