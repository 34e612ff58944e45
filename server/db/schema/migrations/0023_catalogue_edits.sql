-- The catalogue as the studio edits it (D-80): what is shown from when and until when, and which edit was made from what.

-- `is_hidden` stays what every reader asks. It is `is_unpublished`, or before `publish_at`, or from `unpublish_at` on, as of the
-- last turn; `next_publication_change_at` is the next instant at which it has to be looked at again. From `unpublish_at` on a work `is_expired`:
-- absent from every list, and played by those alone who bought it.
alter table series
  add column is_unpublished boolean not null default false,
  add column publish_at timestamptz,
  add column unpublish_at timestamptz,
  add column next_publication_change_at timestamptz,
  add column is_expired boolean not null default false,
  add column version integer not null default 1,
  add constraint unpublished_after_published check (unpublish_at > publish_at),
  add constraint expired_is_hidden check (is_hidden or not is_expired);
alter table episodes
  add column is_unpublished boolean not null default false,
  add column publish_at timestamptz,
  add column unpublish_at timestamptz,
  add column next_publication_change_at timestamptz,
  add column is_expired boolean not null default false,
  add column version integer not null default 1,
  add constraint unpublished_after_published check (unpublish_at > publish_at),
  add constraint expired_is_hidden check (is_hidden or not is_expired);
alter table seasons add column version integer not null default 1;

update series set is_unpublished = true where is_hidden;
update episodes set is_unpublished = true where is_hidden;

create index series_publication_changes on series (next_publication_change_at) where next_publication_change_at is not null;
create index episodes_publication_changes on episodes (next_publication_change_at) where next_publication_change_at is not null;
create index series_created on series (created_at desc, id);
-- For the orders under way that an editor is told of, and so that removing an episode need not read every purchase.
create index orders_episode on orders (episode_id) where episode_id is not null;
create index purchases_episode on purchases (episode_id);

-- Of two who edit at once the second is told. Whoever writes what an editor sees makes a new version: the studio, the
-- import, a person in psql. Figures, pictures' progress and the turn of a schedule are nobody's edit.
create function increment_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger increment_version before update of title, title_original, synopsis, poster_key, backdrop_key, category_ids,
  age_rating, descriptors, released_on, is_completed, is_series, is_unpublished, publish_at, unpublish_at on series
  for each row when (
    (old.title, old.title_original, old.synopsis, old.poster_key, old.backdrop_key, old.category_ids, old.age_rating,
      old.descriptors, old.released_on, old.is_completed, old.is_series, old.is_unpublished, old.publish_at, old.unpublish_at)
    is distinct from
    (new.title, new.title_original, new.synopsis, new.poster_key, new.backdrop_key, new.category_ids, new.age_rating,
      new.descriptors, new.released_on, new.is_completed, new.is_series, new.is_unpublished, new.publish_at, new.unpublish_at))
  execute function increment_version();
create trigger increment_version before update of title, synopsis, thumbnail_key, orientation, is_free, price, rental_price,
  in_subscription, is_unpublished, publish_at, unpublish_at on episodes
  for each row when (
    (old.title, old.synopsis, old.thumbnail_key, old.orientation, old.is_free, old.price, old.rental_price,
      old.in_subscription, old.is_unpublished, old.publish_at, old.unpublish_at)
    is distinct from
    (new.title, new.synopsis, new.thumbnail_key, new.orientation, new.is_free, new.price, new.rental_price,
      new.in_subscription, new.is_unpublished, new.publish_at, new.unpublish_at))
  execute function increment_version();
create trigger increment_version before update of title on seasons
  for each row when (old.title is distinct from new.title) execute function increment_version();
