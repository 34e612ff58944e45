-- outside a transaction
-- Fills the ratings of listed episodes in batches, so that no batch holds its rows for long.
do $$
declare
  batch_size constant integer := 5000;
  last_id constant integer := (select coalesce(max(episode_id), 0) from episode_listings);
begin
  for first_id in 0 .. last_id by batch_size loop
    update episode_listings l set rank = a.rank
    from episodes e join series s on s.id = e.series_id join age_ratings a on a.code = s.age_rating
    where e.id = l.episode_id and l.episode_id between first_id and first_id + batch_size - 1 and l.rank <> a.rank;
    commit;
  end loop;
end $$;
alter table listing_counts validate constraint listing_counts_listing_check;
