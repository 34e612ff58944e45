-- Reviews belong to an account, not to a profile, and decisions of staff outlive the rows that they were made about (D-160).

-- The account of the profile, filled by `complete_review`. An account has one review of a work.
alter table reviews add column author_id integer references members on delete cascade;
update reviews r set author_id = p.member_id from profiles p where p.id = r.member_id;

-- Reviews of an account that a newer one of another of its profiles has replaced. Read by nobody: it keeps texts written while
-- each profile had its own review. Owner: reviews.
create table replaced_reviews (
  id integer primary key,
  profile_id integer not null references profiles on delete cascade,
  series_id integer not null references series on delete cascade,
  episode_id integer references episodes on delete cascade,
  rating smallint not null,
  context text not null,
  is_spoiler boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index on replaced_reviews (profile_id);
create index on replaced_reviews (series_id);
create index on replaced_reviews (episode_id);
-- A hidden review stays, so that no decision of staff is lost.
with ranked as (
  select id, row_number() over (partition by author_id, series_id, episode_id
    order by is_hidden desc, updated_at desc, id desc) as position from reviews
), replaced as (
  delete from reviews r using ranked where ranked.id = r.id and ranked.position > 1 returning r.*
)
insert into replaced_reviews
select id, member_id, series_id, episode_id, rating, context, is_spoiler, created_at, updated_at from replaced;
alter table reviews add constraint reviews_author_key unique nulls not distinct (author_id, series_id, episode_id);

-- The letters and digits of a text, by which copies are recognised; the text itself if it has none.
create function review_letters(context text) returns text
language sql immutable parallel safe as $$
  select coalesce(nullif(regexp_replace(lower(normalize(context, nfkc) collate pg_unicode_fast), '[^[:alnum:]]+', '', 'g'), ''),
    context);
$$;
create function review_text_hash(context text) returns bytea
language sql immutable parallel safe as $$ select sha256(convert_to(review_letters(context), 'UTF8')) $$;

-- A review that staff hid. Owner: reviews; maintained by triggers.
create table hidden_reviews (
  id integer generated always as identity primary key,
  -- The row that staff hid, which may be deleted.
  review_id integer not null,
  -- Null after the account is deleted.
  author_id integer references members on delete set null,
  series_id integer not null references series on delete cascade,
  episode_id integer references episodes on delete cascade,
  text_hash bytea not null,
  hidden_at timestamptz not null default now()
);
create index on hidden_reviews (series_id);
create index on hidden_reviews (author_id);
create index on hidden_reviews (episode_id);

-- Whether a decision hides a review: whatever its author writes about the same work, and copies of the text in the same series,
-- of the author, of anybody if the author's account is deleted, and of others if a copy of that length is no coincidence.
create function hides_review(hidden hidden_reviews, review reviews) returns boolean
language sql stable as $$
  select hidden.series_id = review.series_id and (
    hidden.author_id = review.author_id and hidden.episode_id is not distinct from review.episode_id
    or hidden.text_hash = review_text_hash(review.context) and (hidden.author_id is null
      or hidden.author_id = review.author_id or char_length(review_letters(review.context)) >= 12));
$$;

-- A report that staff settled by keeping the review: it does not open again for the same text. Owner: reviews; maintained by triggers.
create table settled_reports (
  -- The member who reported it.
  member_id integer not null references members on delete cascade,
  series_id integer not null references series on delete cascade,
  text_hash bytea not null,
  settled_at timestamptz not null,
  primary key (member_id, series_id, text_hash)
);
create index on settled_reports (series_id);

insert into hidden_reviews (review_id, author_id, series_id, episode_id, text_hash, hidden_at)
select id, author_id, series_id, episode_id, review_text_hash(context), updated_at from reviews where is_hidden;
-- A text that was edited after the decision was not judged.
insert into settled_reports (member_id, series_id, text_hash, settled_at)
select p.member_id, r.series_id, review_text_hash(r.context), max(p.resolved_at)
from review_reports p join reviews r on r.id = p.review_id
where p.resolved_at is not null and r.updated_at <= p.resolved_at group by 1, 2, 3;

-- Sets the account, and hides what staff decided to hide. The previous version writes the review of a profile beside that of
-- another profile of the account; the newest one replaces it.
create function complete_review() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select member_id into new.author_id from profiles where id = new.member_id;
  if tg_op = 'INSERT' then
    delete from reviews where author_id = new.author_id and series_id = new.series_id
      and episode_id is not distinct from new.episode_id and member_id <> new.member_id;
  end if;
  new.is_hidden := new.is_hidden or exists (
    select from hidden_reviews h where h.series_id = new.series_id and hides_review(h, new));
  return new;
end $$;
create trigger complete_review before insert or update of member_id, context on reviews
  for each row execute function complete_review();

create function record_hidden_review() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.is_hidden then
    insert into hidden_reviews (review_id, author_id, series_id, episode_id, text_hash)
    values (new.id, new.author_id, new.series_id, new.episode_id, review_text_hash(new.context));
  else
    delete from hidden_reviews h where h.series_id = new.series_id and hides_review(h, new);
  end if;
  return null;
end $$;
create trigger record_hidden_review after update of is_hidden on reviews
  for each row when (new.is_hidden is distinct from old.is_hidden) execute function record_hidden_review();

create function settle_new_report() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select s.settled_at into new.resolved_at from settled_reports s join reviews r on r.id = new.review_id
  where s.member_id = new.member_id and s.series_id = r.series_id and s.text_hash = review_text_hash(r.context);
  return new;
end $$;
create trigger settle_new_report before insert on review_reports for each row execute function settle_new_report();

create function record_settled_report() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.resolved_at is null then
    delete from settled_reports s using reviews r where r.id = new.review_id and s.member_id = new.member_id
      and s.series_id = r.series_id and s.text_hash = review_text_hash(r.context);
  else
    insert into settled_reports as s (member_id, series_id, text_hash, settled_at)
    select new.member_id, r.series_id, review_text_hash(r.context), new.resolved_at from reviews r where r.id = new.review_id
    on conflict (member_id, series_id, text_hash) do update set settled_at = excluded.settled_at;
  end if;
  return null;
end $$;
create trigger record_settled_report after update of resolved_at on review_reports
  for each row when (new.resolved_at is distinct from old.resolved_at) execute function record_settled_report();
