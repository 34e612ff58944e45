-- Searches without results, and the synonyms that staff add for them.

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

-- The index thread reads the synonyms, and then the server drops the cached responses of searches.
create function notify_search_synonyms() returns trigger language plpgsql as $$
begin
  perform notify_cache_invalidation(array['search_synonyms']);
  return null;
end $$;
create trigger notify_search_synonyms after insert or update or delete or truncate on search_synonyms
  for each statement execute function notify_search_synonyms();
