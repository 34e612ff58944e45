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
  ...prefix('accounts', [
    index('routes/accounts.tsx'),
    route('login', 'routes/login.tsx'),
    route('join', 'routes/join.tsx', [
      index('routes/join-consents.tsx'),
      route('create-id', 'routes/join-create-id.tsx'),
      route('verify', 'routes/join-verify.tsx'),
      route('name', 'routes/join-name.tsx'),
      route('password', 'routes/join-password.tsx'),
    ]),
    route('recovery/id', 'routes/recover-id.tsx'),
    route('recovery/id/success', 'routes/recover-id-success.tsx'),
    route('recovery/password/find', 'routes/recover-password.tsx'),
    route('recovery/password/change/:uidb64/:token', 'routes/reset-password.tsx'),
  ]),
  ...prefix('mypage', [
    index('routes/mypage.tsx'),
    route('videos', 'routes/videos.tsx'),
    route('wishlist', 'routes/wishlist.tsx'),
    route('purchased', 'routes/purchased.tsx'),
    route('points', 'routes/points.tsx'),
    route('payments', 'routes/payments.tsx'),
    route('payments/:orderId', 'routes/receipt.tsx'),
    route('profile', 'routes/profile.tsx'),
    route('withdrawal', 'routes/withdrawal.tsx'),
    route('withdrawal/success', 'routes/withdrawal-success.tsx'),
    route('*', 'routes/soon-mypage.tsx'),
  ]),
  ...prefix('customer-service', [
    index('routes/customer-service.tsx'),
    route('faqs', 'routes/faqs-index.tsx'),
    route('faqs/:name', 'routes/faqs.tsx'),
    // The specification has the form at both.
    route('inquirys', 'routes/inquiry-new.tsx', { id: 'inquirys' }),
    route('inquirys/new', 'routes/inquiry-new.tsx'),
    route('inquirys/list', 'routes/inquiry-list.tsx'),
    route('notices', 'routes/notices.tsx'),
  ]),
  route('payments/success', 'routes/payments-success.tsx'),
  route('payments/fail', 'routes/payments-fail.tsx'),
  route('terms/:name', 'routes/terms.tsx'),
  route('*', 'routes/missing.tsx'),
] satisfies RouteConfig
