-- The kind of a listed series says whether it is dubbed, so that works that are not dubbed are listed at the cost of a page.
update series_listings l set kind = l.kind + 16 from series s
where s.id = l.series_id and s.is_dubbed and l.kind & 16 = 0;

-- Episodes are counted by rating alone.
drop trigger if exists maintain_listing_counts_insert on episode_listings;
drop trigger if exists maintain_listing_counts_update on episode_listings;
drop trigger if exists maintain_listing_counts_delete on episode_listings;
delete from listing_counts where listing = 'episodes';
