/** The parts of home below which a row of staff may stand, in their order on the page. */
export const homeAnchors = [
  'hero',
  'ranked',
  'newest',
  'editorial',
  'korean',
  'short_films',
  'upcoming',
  'abroad',
  'vertical',
  'curation',
  'banner',
  'categories',
] as const
export type HomeAnchor = (typeof homeAnchors)[number]
