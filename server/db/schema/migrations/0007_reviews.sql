-- Reviews of works, helpful votes and reports.

-- A review of a series, or of one of its episodes. Owner: reviews.
create table reviews (
  id bigint generated always as identity primary key,
  profile_id integer not null references profiles on delete cascade,
  -- The account of the profile, set by `complete_review`. An account has one review of a work.
  author_id integer references members on delete cascade,
  series_id integer not null references series on delete cascade,
  episode_id integer references episodes on delete cascade,
  rating smallint not null check (rating between 1 and 10), -- half stars
  -- Empty for stars alone.
  context text not null check (char_length(context) <= 1000),
  is_spoiler boolean not null,
  -- Hidden by staff: not shown and not counted.
  is_hidden boolean not null default false,
  helpful_count integer not null default 0 check (helpful_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique nulls not distinct (profile_id, series_id, episode_id),
  constraint reviews_author_key unique nulls not distinct (author_id, series_id, episode_id)
);
create index reviews_episode on reviews (episode_id) where episode_id is not null;

-- Ties are ordered by ascending id in both directions, so each direction needs its own index.
create index reviews_newest on reviews (series_id, episode_id, created_at desc, id) where not is_hidden;
create index reviews_oldest on reviews (series_id, episode_id, created_at, id) where not is_hidden;
create index reviews_highest on reviews (series_id, episode_id, rating desc, id) where not is_hidden;
create index reviews_lowest on reviews (series_id, episode_id, rating, id) where not is_hidden;
create index reviews_most_helpful on reviews (series_id, episode_id, helpful_count desc, id) where not is_hidden;
create index reviews_least_helpful on reviews (series_id, episode_id, helpful_count, id) where not is_hidden;

-- A member's vote that a review is helpful. Owner: reviews.
create table review_helpfuls (
  review_id bigint not null references reviews on delete cascade,
  member_id integer not null references members on delete cascade,
  primary key (review_id, member_id)
);
create index on review_helpfuls (member_id);

-- A member's report of a review. Owner: reviews.
create table review_reports (
  review_id bigint not null references reviews on delete cascade,
  member_id integer not null references members on delete cascade,
  reason text not null check (reason in ('spoiler', 'abuse', 'advertising', 'privacy', 'other')),
  created_at timestamptz not null,
  -- When staff reviewed the report and kept the review.
  resolved_at timestamptz,
  primary key (review_id, member_id)
);
create index on review_reports (member_id);
create index on review_reports (review_id) where resolved_at is null;

-- Reviews of an account that a newer one of another of its profiles has replaced. Read by nobody: it keeps texts written while
-- each profile had its own review. Owner: reviews.
create table replaced_reviews (
  id bigint primary key,
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

-- A review that staff hid. Owner: reviews; maintained by triggers.
create table hidden_reviews (
  id bigint generated always as identity primary key,
  -- The row that staff hid, which may be deleted.
  review_id bigint not null,
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
