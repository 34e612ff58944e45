/**
 * Former texts of migrations that were edited after a database may have run them, before `migrations.lock` prevented it.
 * `repair` makes of such a database what the text of today makes.
 */
const supersededMigrations: readonly { name: string; checksum: string; repair: string }[] = [
  {
    name: '0028_home_curation.sql',
    checksum: '5865ef36df3d92258bbb96175ad79fc8d4b212a5b47eb103f0ea808adee1abe2',
    repair: `
      do $$
      declare
        name text;
      begin
        foreach name in array array['home_curation', 'home_hero_works', 'home_rows', 'home_row_works'] loop
          execute format('drop trigger notify_home_curation on %I', name);
          execute format('create trigger notify_home_curation after insert or update or delete on %I
            for each row execute function notify_home_curation()', name);
          execute format('create trigger notify_home_curation_truncated after truncate on %I
            for each statement execute function notify_home_curation()', name);
        end loop;
      end $$`,
  },
  {
    // It counted the listed episodes instead of copying their counts: the sums are the same.
    name: '0033_listing_ratings.sql',
    checksum: '005d140b47f8b96499ba1d102c6b31cb7d31043b77a2041914f470e033d39307',
    repair: '',
  },
]

/**
 * Returns the SQL that repairs a database which ran a former text of a migration; undefined if `checksum` is of no known text.
 */
export const repairOfSuperseded = (name: string, checksum: string): string | undefined =>
  supersededMigrations.find((text) => text.name === name && text.checksum === checksum)?.repair
