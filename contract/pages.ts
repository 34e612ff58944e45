/**
 * The queries a page's answer depends on. A page is prepared once for each of their values; any other query
 * (a campaign's mark, say) changes nothing and is left out before the page is made.
 */
export const pageQueries = [
  'q',
  'type',
  'category',
  'ordering',
  'orientation',
  'page',
  'id',
  'age_rating',
  'is_completed',
  'is_free',
  'is_series',
  'year',
  'version',
  '_routes',
] as const
