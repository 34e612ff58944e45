-- The row of home with what profiles of the same age limit watch (D-130).

-- The works that profiles of an age limit watched most before a training, the most watched first. Groups that are too small have no
-- row. Owner: recommendations.
create table age_group_works (
  model_id integer not null references recommendation_models on delete cascade,
  age_limit text not null check (age_limit in ('ALL', '7', '12', '15')),
  -- Not referenced, as in work_neighbours.
  series_ids integer[] not null,
  primary key (model_id, age_limit)
);

-- The previous version writes the other kinds only.
alter table recommendation_row_stats
  drop constraint recommendation_row_stats_kind_check,
  add constraint recommendation_row_stats_kind_check
    check (kind in ('taste', 'because', 'people', 'age_group', 'again')) not valid;
