-- The catalogue as the studio edits it (D-80): what is shown from when and until when, and which edit was made from what.

-- `is_hidden` stays what every reader asks. It is `is_withheld`, or before `opens_at`, or from `closes_at` on, as of the
-- last turn; `turns_at` is the next instant at which it has to be looked at again. From `closes_at` on a work `is_ended`:
-- absent from every list, and played by those alone who bought it.
alter table series
  add column is_withheld boolean not null default false,
  add column opens_at timestamptz,
  add column closes_at timestamptz,
  add column turns_at timestamptz,
  add column is_ended boolean not null default false,
  add column version integer not null default 1,
  add constraint closes_after_it_opens check (closes_at > opens_at),
  add constraint ended_is_hidden check (is_hidden or not is_ended);
alter table episodes
  add column is_withheld boolean not null default false,
  add column opens_at timestamptz,
  add column closes_at timestamptz,
  add column turns_at timestamptz,
  add column is_ended boolean not null default false,
  add column version integer not null default 1,
  add constraint closes_after_it_opens check (closes_at > opens_at),
  add constraint ended_is_hidden check (is_hidden or not is_ended);
alter table seasons add column version integer not null default 1;

update series set is_withheld = true where is_hidden;
update episodes set is_withheld = true where is_hidden;

create index series_turns on series (turns_at) where turns_at is not null;
create index episodes_turns on episodes (turns_at) where turns_at is not null;
create index series_created on series (created_at desc, id);
-- For the orders under way that an editor is told of, and so that removing an episode need not read every purchase.
create index orders_episode on orders (episode_id) where episode_id is not null;
create index purchases_episode on purchases (episode_id);

-- Of two who edit at once the second is told. Whoever writes what an editor sees makes a new version: the studio, the
-- import, a person in psql. Figures, pictures' progress and the turn of a schedule are nobody's edit.
create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger count_version before update of title, title_original, synopsis, poster_key, backdrop_key, category_ids,
  age_rating, descriptors, released_on, is_completed, is_series, is_withheld, opens_at, closes_at on series
  for each row when (
    (old.title, old.title_original, old.synopsis, old.poster_key, old.backdrop_key, old.category_ids, old.age_rating,
      old.descriptors, old.released_on, old.is_completed, old.is_series, old.is_withheld, old.opens_at, old.closes_at)
    is distinct from
    (new.title, new.title_original, new.synopsis, new.poster_key, new.backdrop_key, new.category_ids, new.age_rating,
      new.descriptors, new.released_on, new.is_completed, new.is_series, new.is_withheld, new.opens_at, new.closes_at))
  execute function count_version();
create trigger count_version before update of title, synopsis, thumbnail_key, orientation, is_free, price, rental_price,
  in_subscription, is_withheld, opens_at, closes_at on episodes
  for each row when (
    (old.title, old.synopsis, old.thumbnail_key, old.orientation, old.is_free, old.price, old.rental_price,
      old.in_subscription, old.is_withheld, old.opens_at, old.closes_at)
    is distinct from
    (new.title, new.synopsis, new.thumbnail_key, new.orientation, new.is_free, new.price, new.rental_price,
      new.in_subscription, new.is_withheld, new.opens_at, new.closes_at))
  execute function count_version();
create trigger count_version before update of title on seasons
  for each row when (old.title is distinct from new.title) execute function count_version();
