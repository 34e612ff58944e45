-- The rule of the catalogue (D-38): an episode is public when its film is ready and its time has come. Before that it is
-- shown only if staff announced it (공개 예정); a work without a public episode is upcoming or shown nowhere.

-- `is_announced`: shown as upcoming until it is public. `is_shown_while_preparing`: listed from the moment its film is being
-- made, as in the demonstration, whose films are made on first start; it cannot be bought before the film is ready.
alter table episodes
  add column is_announced boolean not null default false,
  add column is_shown_while_preparing boolean not null default false;
-- Null: imported works are announced once published, others are not.
alter table series add column is_announced boolean;

-- An episode with a release date in the future is hidden until then; the publication scheduler applies the change. One that
-- is hidden without a schedule was hidden by hand.
create function schedule_release() returns trigger language plpgsql as $$
begin
  if new.released_at > now() and not new.is_unpublished
      and (not new.is_hidden or new.next_publication_change_at is not null) then
    new.is_hidden := true;
    new.next_publication_change_at := least(new.next_publication_change_at, new.released_at);
  elsif tg_op = 'UPDATE' and new.is_hidden and new.next_publication_change_at = old.released_at then
    -- Brought forward: the scheduler decides at once.
    new.next_publication_change_at := now();
  end if;
  return new;
end $$;
create trigger schedule_release before insert or update of released_at on episodes
  for each row execute function schedule_release();
update episodes set is_hidden = true, next_publication_change_at = least(next_publication_change_at, released_at)
where released_at > now() and not is_hidden;

create or replace view series_listing_source as
select s.id as series_id, c.category_id,
  (s.is_series::int + 2 * s.is_completed::int + 4 * a.rank)::smallint as kind,
  coalesce(s.released_on, '-infinity') as released_on, s.title, s.created_at,
  s.viewer_count, coalesce(s.rating_average, 0)::numeric(3, 2) as rating_average, s.like_count, s.review_count
from series s
join age_ratings a on a.code = s.age_rating
cross join lateral (select distinct unnest(0::smallint || s.category_ids)) as c (category_id)
where not s.is_hidden and exists (
  select from episodes e where e.series_id = s.id
    and not e.is_hidden and (e.video_state = 'ready' or e.video_state = 'preparing' and e.is_shown_while_preparing));

create or replace view episode_listing_source as
select e.id as episode_id, c.category_id,
  (s.is_series::int + 2 * (e.orientation = 'vertical')::int + 4 * e.is_free::int)::smallint as kind,
  e.number, coalesce(e.released_at, '-infinity') as released_at,
  e.viewer_count, coalesce(e.rating_average, 0)::numeric(3, 2) as rating_average, e.like_count, e.review_count
from episodes e
join series s on s.id = e.series_id
cross join lateral (select distinct unnest(0::smallint || s.category_ids)) as c (category_id)
where not s.is_hidden
  and not e.is_hidden and (e.video_state = 'ready' or e.video_state = 'preparing' and e.is_shown_while_preparing);

-- A work without a public episode that is announced, or published with an announced episode. Derived, as the listings are. Owner: contents.
create table upcoming_series (
  series_id integer primary key,
  opens_at timestamptz not null -- infinity: not decided (미정)
);
create index upcoming_series_order on upcoming_series (opens_at, series_id);

-- The date is the later one of the work and its first announced episode, else a release date in the future.
create view upcoming_series_source as
select s.id as series_id,
  coalesce(
    greatest(
      case when s.is_hidden and not s.is_unpublished then s.next_publication_change_at end,
      (select min(e.next_publication_change_at) from episodes e
        where e.series_id = s.id and e.is_announced and e.is_hidden and not e.is_unpublished and not e.is_expired)),
    case when s.released_on > (now() at time zone 'Asia/Seoul')::date
      then s.released_on::timestamp at time zone 'Asia/Seoul' end,
    'infinity') as opens_at
from series s
where not s.is_expired
  and (coalesce(s.is_announced, s.import_key is not null and not s.is_hidden) or not s.is_hidden and exists (
    select from episodes e where e.series_id = s.id and e.is_announced and not e.is_expired))
  and not exists (select from series_listing_source l where l.series_id = s.id and l.category_id = 0);

create or replace function rebuild_series_listing(ids integer[]) returns void
language sql security definer set search_path = public, pg_temp as $$
  delete from series_listings l where l.series_id = any (ids)
    and not exists (select from series_listing_source w where w.series_id = l.series_id and w.category_id = l.category_id);
  insert into series_listings as l select * from series_listing_source w where w.series_id = any (ids)
  on conflict (series_id, category_id) do update set
    kind = excluded.kind, released_on = excluded.released_on, title = excluded.title,
    created_at = excluded.created_at, viewer_count = excluded.viewer_count,
    rating_average = excluded.rating_average, like_count = excluded.like_count, review_count = excluded.review_count
  where l is distinct from excluded;
  delete from upcoming_series u where u.series_id = any (ids)
    and not exists (select from upcoming_series_source w where w.series_id = u.series_id);
  insert into upcoming_series as u select * from upcoming_series_source w where w.series_id = any (ids)
  on conflict (series_id) do update set opens_at = excluded.opens_at where u.opens_at <> excluded.opens_at;
$$;

create or replace function refresh_series_listing() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform rebuild_series_listing(array(select id from new_rows));
  elsif tg_op = 'DELETE' then
    delete from series_listings where series_id in (select id from old_rows);
    delete from upcoming_series where series_id in (select id from old_rows);
  else
    perform rebuild_series_listing(array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.is_hidden, n.is_series, n.is_completed, n.age_rating, n.category_ids, n.released_on, n.title,
          n.created_at, n.viewer_count, n.rating_average, n.like_count, n.review_count,
          n.is_announced, n.is_expired, n.is_unpublished, n.next_publication_change_at)
        is distinct from (o.is_hidden, o.is_series, o.is_completed, o.age_rating, o.category_ids, o.released_on,
          o.title, o.created_at, o.viewer_count, o.rating_average, o.like_count, o.review_count,
          o.is_announced, o.is_expired, o.is_unpublished, o.next_publication_change_at)));
    perform rebuild_episode_listing(array(
      select e.id from new_rows n join old_rows o using (id) join episodes e on e.series_id = n.id
      where (n.is_hidden, n.is_series, n.category_ids) is distinct from (o.is_hidden, o.is_series, o.category_ids)));
  end if;
  return null;
end $$;

-- Rebuilds the work, too: its first public episode opens it, its last one closes it. `rebuild_episode_listing` and the first
-- statement lock the work, so that of two concurrent changes the later one reads both.
create or replace function refresh_episode_listing() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  works integer[];
begin
  if tg_op = 'INSERT' then
    perform rebuild_episode_listing(array(select id from new_rows));
    works := array(select distinct series_id from new_rows);
  elsif tg_op = 'DELETE' then
    delete from episode_listings where episode_id in (select id from old_rows);
    works := array(select distinct series_id from old_rows);
  else
    perform rebuild_episode_listing(array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.is_hidden, n.video_state, n.is_shown_while_preparing, n.series_id, n.orientation, n.is_free, n.number,
          n.released_at, n.viewer_count, n.rating_average, n.like_count, n.review_count)
        is distinct from (o.is_hidden, o.video_state, o.is_shown_while_preparing, o.series_id, o.orientation, o.is_free,
          o.number, o.released_at, o.viewer_count, o.rating_average, o.like_count, o.review_count)));
    works := array(
      select distinct unnest(array[n.series_id, o.series_id]) from new_rows n join old_rows o using (id)
      where (n.is_hidden, n.video_state, n.is_shown_while_preparing, n.series_id, n.is_announced, n.is_expired,
          n.next_publication_change_at)
        is distinct from (o.is_hidden, o.video_state, o.is_shown_while_preparing, o.series_id, o.is_announced, o.is_expired,
          o.next_publication_change_at));
  end if;
  if cardinality(works) > 0 then
    perform from series s where s.id = any (works) order by s.id for no key update;
    perform rebuild_series_listing(works);
  end if;
  return null;
end $$;

delete from episode_listings l
where not exists (select from episode_listing_source w where w.episode_id = l.episode_id and w.category_id = l.category_id);
delete from series_listings l
where not exists (select from series_listing_source w where w.series_id = l.series_id and w.category_id = l.category_id);
insert into upcoming_series select * from upcoming_series_source;

-- An announcement is an edit.
create or replace trigger increment_version before update of title, title_original, synopsis, poster_key, backdrop_key, category_ids,
  age_rating, descriptors, released_on, is_completed, is_series, is_announced, is_unpublished, publish_at, unpublish_at on series
  for each row when (
    (old.title, old.title_original, old.synopsis, old.poster_key, old.backdrop_key, old.category_ids, old.age_rating,
      old.descriptors, old.released_on, old.is_completed, old.is_series, old.is_announced,
      old.is_unpublished, old.publish_at, old.unpublish_at)
    is distinct from
    (new.title, new.title_original, new.synopsis, new.poster_key, new.backdrop_key, new.category_ids, new.age_rating,
      new.descriptors, new.released_on, new.is_completed, new.is_series, new.is_announced,
      new.is_unpublished, new.publish_at, new.unpublish_at))
  execute function increment_version();
create or replace trigger increment_version before update of title, synopsis, thumbnail_key, orientation, is_free, price, rental_price,
  in_subscription, is_announced, is_unpublished, publish_at, unpublish_at on episodes
  for each row when (
    (old.title, old.synopsis, old.thumbnail_key, old.orientation, old.is_free, old.price, old.rental_price,
      old.in_subscription, old.is_announced, old.is_unpublished, old.publish_at, old.unpublish_at)
    is distinct from
    (new.title, new.synopsis, new.thumbnail_key, new.orientation, new.is_free, new.price, new.rental_price,
      new.in_subscription, new.is_announced, new.is_unpublished, new.publish_at, new.unpublish_at))
  execute function increment_version();

-- Search finds public and upcoming works; a badge tells them apart.
create or replace function record_series_search_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform record_search_changes('series', array(select id from new_rows));
  elsif tg_op = 'DELETE' then
    perform record_search_changes('series', array(select id from old_rows));
  else
    perform record_search_changes('series', array(
      select n.id from new_rows n join old_rows o using (id)
      where (n.title, n.title_original, n.is_hidden, n.is_announced, n.is_expired, n.category_ids, n.age_rating, n.released_on)
        is distinct from (o.title, o.title_original, o.is_hidden, o.is_announced, o.is_expired, o.category_ids, o.age_rating,
          o.released_on)));
  end if;
  return null;
end $$;

-- The index stores whether a series is found at all, and whether it has a free episode.
create or replace function record_episodes_search_changes() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    perform record_search_changes('series', array(select series_id from new_rows));
  elsif tg_op = 'DELETE' then
    perform record_search_changes('series', array(select series_id from old_rows));
  else
    perform record_search_changes('series', array(
      select unnest(array[n.series_id, o.series_id]) from new_rows n join old_rows o using (id)
      where (n.series_id, n.is_free, n.is_hidden, n.video_state, n.is_shown_while_preparing)
        is distinct from (o.series_id, o.is_free, o.is_hidden, o.video_state, o.is_shown_while_preparing)));
  end if;
  return null;
end $$;

-- A member who wants to be told when an upcoming work opens. Owner: watch-history.
create table release_alerts (
  member_id integer not null references members on delete cascade,
  series_id integer not null references series on delete cascade,
  created_at timestamptz not null,
  -- When the member was told; set once.
  notified_at timestamptz,
  primary key (member_id, series_id)
);
create index release_alerts_pending on release_alerts (series_id) where notified_at is null;

-- Views of a work in an hour, for 오늘의 인기; only the aggregation of `view_count_deltas` writes it. Owner: watch-history.
create table hourly_views (
  hour timestamptz not null,
  series_id integer not null references series on delete cascade,
  count integer not null check (count > 0),
  primary key (hour, series_id)
);

-- The most viewed works of the last 24 hours, recent views counting more; a periodic task replaces it. Owner: watch-history.
create table trending_series (
  series_id integer primary key references series on delete cascade,
  score double precision not null check (score > 0)
);

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

do $$
begin
  if exists (select from pg_roles where rolname = 'hanpyeon_app') then
    revoke insert, update, delete on upcoming_series, upcoming_series_source from hanpyeon_app;
  end if;
end $$;
