import { index, prefix, route, type RouteConfig } from '@react-router/dev/routes'

/** The whole sitemap, in the order of the specification. */
export default [
  index('routes/home.tsx'),
  ...prefix('categories', [
    index('routes/categories.tsx'),
    route(':categoryId', 'routes/category.tsx'),
  ]),
  route('series/:seriesId', 'routes/series.tsx'),
  route('series/:seriesId/season/:seasonId', 'routes/season.tsx'),
  route('series/:seriesId/season/:seasonId/episode/:episodeId', 'routes/episode.tsx'),
  route('search', 'routes/search.tsx'),
  route('video/:videoId', 'routes/video.tsx'),
  route('test', 'routes/test.tsx'),
  route('accounts/*', 'routes/soon-accounts.tsx'),
  route('mypage/*', 'routes/soon-mypage.tsx'),
  route('customer-service/*', 'routes/soon-customer-service.tsx'),
  route('terms/:name', 'routes/soon-terms.tsx'),
  route('*', 'routes/missing.tsx'),
] satisfies RouteConfig
