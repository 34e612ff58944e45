-- How far the frames of a demonstration film are drawn. The row is deleted when the film is ready. Owner: media.
create table film_drawings (
  episode_id integer primary key references episodes on delete cascade,
  -- Share of the frames, 0 to 1.
  progress real not null check (progress between 0 and 1)
);
