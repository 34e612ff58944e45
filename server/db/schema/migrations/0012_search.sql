-- Search: the change log that each process's index follows, and the spoken lines of films.

-- A change of a series or person that the search index has to apply. Append-only, so that writers do not wait for each
-- other. `changed_xid` is the writing transaction: a reader that remembers the oldest transaction still open at its last
-- read misses no row, however late it was committed. Owner: search.
create table search_index_changes (
  position bigint generated always as identity primary key,
  changed_xid xid8 not null default pg_current_xact_id(),
  kind text not null check (kind in ('series', 'person')),
  id integer not null,
  recorded_at timestamptz not null default now()
);
create index search_index_changes_xid on search_index_changes (changed_xid);
create index search_index_changes_recorded on search_index_changes (recorded_at);

-- A caption line of a film that can be played. Owner: search.
create table caption_lines (
  asset_id integer not null references media_assets on delete cascade,
  language text not null,
  number integer not null,
  seconds double precision not null check (seconds >= 0),
  text text not null,
  -- Without case, spaces and punctuation.
  normalized_text text not null,
  -- Pairs of adjacent letters, which find text inside of words.
  bigrams integer[] not null,
  primary key (asset_id, language, number)
);
create index caption_lines_bigrams on caption_lines using gin (bigrams) with (fastupdate = off);

-- A person who searched for a term on a day in Seoul. Owner: search.
create table daily_searches (
  day date not null,
  term text not null check (char_length(term) between 1 and 40 and term is nfc normalized),
  -- The id of a member, or a negative keyed hash of a visitor that changes every day.
  searcher_key bigint not null,
  -- As in `daily_viewers`: limits what one network can add.
  network bigint,
  searched_at timestamptz not null,
  primary key (day, term, searcher_key)
);
create index daily_searches_network on daily_searches (day, term, network) where network is not null;

-- The most searched terms; a periodic task replaces it. Owner: search.
create table popular_searches (
  term text primary key,
  score double precision not null check (score > 0)
);

-- A term that staff hid from the popular searches, by its letters and digits, so that no other spelling brings it back.
-- Owner: search.
create table hidden_search_terms (
  id integer generated always as identity primary key,
  letters text not null unique check (char_length(letters) between 1 and 40),
  term text not null,
  created_at timestamptz not null default now()
);

-- How often a term found nothing on a day. No member, visitor or address is stored. Owner: search.
create table search_misses (
  day date not null,
  term text not null check (char_length(term) between 1 and 100),
  count integer not null default 1 check (count > 0),
  primary key (day, term)
);

-- A term in a query is searched as its replacement, unless a name is like it. Owner: search.
create table search_synonyms (
  id integer generated always as identity primary key,
  term text not null unique check (char_length(term) between 1 and 100),
  replacement text not null check (char_length(replacement) between 1 and 100),
  created_at timestamptz not null default now()
);

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
  -- The most networks that clicked on one day. A work rises only by the clicks of several.
  networks integer not null default 0,
  -- The time of the last click, from which the sums decay.
  counted_at timestamptz not null,
  primary key (prefix, series_id),
  check (clicks > 0 and weight >= clicks and squares > 0)
);
create index search_clicks_series on search_clicks (series_id);

-- A network that clicked on a work in the results of a query today, as a keyed hash that changes every day. Owner: search.
create table search_click_networks (
  day date not null,
  prefix text not null,
  series_id integer not null references series on delete cascade,
  network bigint not null,
  primary key (day, prefix, series_id, network)
);
create index on search_click_networks (series_id);

-- One row. Owner: search.
create table search_settings (
  id boolean primary key default true check (id),
  learns_from_clicks boolean not null default true
);
insert into search_settings default values;

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke insert, update on search_index_changes from hanpyeon_app;
  end if;
end $$;
