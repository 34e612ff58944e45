/** A key without arguments is the prefix of all keys of its kind. */
const keyOf =
  (...prefix: string[]) =>
  (...rest: unknown[]) =>
    ['studio', ...prefix, ...rest] as const

export const studioKeys = {
  all: keyOf(),
  titles: keyOf('titles', 'list'),
  /** By id; then `revisions` with the page, or `preview`. */
  title: keyOf('titles', 'detail'),
  schedule: keyOf('schedule'),
  homeCuration: keyOf('home-curation'),
  categories: keyOf('categories'),
  people: keyOf('people'),
  assets: keyOf('assets', 'list'),
  asset: keyOf('assets', 'detail'),
  incompleteUploads: keyOf('uploads', 'incomplete'),
  episodeSearch: keyOf('episodes', 'search'),
  memberSearch: keyOf('members', 'search'),
  /** By id; then the name of a list with its page. */
  member: keyOf('members', 'detail'),
  inbox: keyOf('service', 'inbox'),
  inquiry: keyOf('service', 'inquiry'),
  templates: keyOf('service', 'templates'),
  faqs: keyOf('service', 'faqs'),
  notices: keyOf('service', 'notices'),
  reviews: keyOf('service', 'reviews'),
  colleagues: keyOf('colleagues'),
  campaigns: keyOf('campaigns'),
  deletionSurveys: keyOf('deletion-surveys'),
  recommendations: keyOf('recommendations'),
  searches: keyOf('searches'),
  pricing: keyOf('pricing'),
  audit: keyOf('audit'),
  staff: keyOf('staff'),
  settings: keyOf('settings'),
  operations: keyOf('operations'),
  analytics: keyOf('analytics'),
}
