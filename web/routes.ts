import { index, layout, prefix, route, type RouteConfig } from '@react-router/dev/routes'

/** The pages of the specification. Layouts decide who may see theirs. */
export default [
  index('features/home/home.route.tsx'),
  ...prefix('categories', [
    index('features/catalog/browse/categories.route.tsx'),
    route(':categoryId', 'features/catalog/browse/category.route.tsx'),
  ]),
  route('shorts', 'features/catalog/browse/shorts.route.tsx'),
  route('series/:seriesId', 'features/title/series.route.tsx'),
  route('series/:seriesId/season/:seasonId', 'features/title/season.route.tsx'),
  route('series/:seriesId/season/:seasonId/episode/:episodeId', 'features/title/episode.route.tsx'),
  route('people/:personId', 'features/title/person.route.tsx'),
  route('search', 'features/search/search.route.tsx'),
  route('video/:videoId', 'features/player/video.route.tsx'),
  ...prefix('test', [
    index('features/showcase/showcase.route.tsx'),
    route(':component', 'features/showcase/component.route.tsx'),
    route(':component/:state/:theme?', 'features/showcase/state.route.tsx'),
  ]),
  ...prefix('accounts', [
    index('features/account/login/accounts.route.tsx'),
    route('login', 'features/account/login/login.route.tsx'),
    route('join', 'features/account/join/join-layout.route.tsx', [
      index('features/account/join/consents.route.tsx'),
      route('create-id', 'features/account/join/verification.route.tsx', {
        id: 'features/account/join/email',
      }),
      route('verify', 'features/account/join/verification.route.tsx'),
      route('name', 'features/account/join/name.route.tsx'),
      route('password', 'features/account/join/password.route.tsx'),
    ]),
    route('recovery/id', 'features/account/recovery/recover-id.route.tsx'),
    route('recovery/id/success', 'features/account/recovery/recover-id-success.route.tsx'),
    route('recovery/password/find', 'features/account/recovery/recover-password.route.tsx'),
    route(
      'recovery/password/change/:uidb64/:token',
      'features/account/recovery/reset-password.route.tsx',
    ),
  ]),
  ...prefix('mypage', [
    layout('app/layouts/mypage-layout.route.tsx', [
      index('features/account/mypage/mypage.route.tsx'),
      route('videos', 'features/library/history/history.route.tsx'),
      route('wishlist', 'features/library/wishlist/wishlist.route.tsx'),
      route('purchased', 'features/billing/purchases/purchases.route.tsx'),
      route('points', 'features/billing/points/points.route.tsx'),
      route('payments', 'features/billing/payments/payments.route.tsx'),
      route('payments/:orderId', 'features/billing/payments/receipt.route.tsx'),
      route('profile', 'features/account/profile/profile.route.tsx'),
      route('plans/card', 'features/billing/subscription/payment-card.route.tsx'),
      route('unregister', 'features/billing/subscription/cancel.route.tsx'),
      route('unregister/check', 'features/billing/subscription/cancel-confirm.route.tsx'),
      route('withdrawal', 'features/account/withdrawal/withdrawal.route.tsx'),
    ]),
    // Visitors may open these.
    route('plans', 'features/billing/plans/plans.route.tsx'),
    route('withdrawal/success', 'features/account/withdrawal/withdrawal-success.route.tsx'),
  ]),
  layout('app/layouts/member-layout.route.tsx', [
    ...prefix('mypage', [
      route('plans/card/success', 'features/billing/subscription/payment-card-result.route.tsx'),
      route('plans/card/fail', 'features/billing/subscription/payment-card-result.route.tsx', {
        id: 'features/billing/subscription/payment-card-failed',
      }),
      route('unregister/success', 'features/billing/subscription/cancel-result.route.tsx'),
      route('unregister/fail', 'features/billing/subscription/cancel-result.route.tsx', {
        id: 'features/billing/subscription/cancel-failed',
      }),
    ]),
    ...prefix('profiles', [
      index('features/account/profiles/profiles.route.tsx'),
      route('manage', 'features/account/profiles/manage/manage.route.tsx'),
      route('manage/new', 'features/account/profiles/manage/create.route.tsx'),
      route('manage/import', 'features/account/profiles/manage/import.route.tsx'),
      route('manage/:profileId', 'features/account/profiles/manage/edit.route.tsx'),
    ]),
    route('payments/success', 'features/billing/purchase/payment-success.route.tsx'),
    route('payments/fail', 'features/billing/purchase/payment-fail.route.tsx'),
  ]),
  ...prefix('customer-service', [
    index('features/support/support-home.route.tsx'),
    route('faqs/:name?', 'features/support/faqs.route.tsx'),
    layout('features/support/inquiries/inquiries-layout.route.tsx', [
      // The specification lists the form at both paths.
      route('inquirys', 'features/support/inquiries/inquiry-new.route.tsx', { id: 'inquirys' }),
      route('inquirys/new', 'features/support/inquiries/inquiry-new.route.tsx'),
      route('inquirys/list', 'features/support/inquiries/inquiry-list.route.tsx'),
    ]),
    route('notices', 'features/support/notices.route.tsx'),
    // D-73
    route('playback-check', 'features/support/self-check/playback-check.route.tsx'),
  ]),
  // D-83
  route('unsubscribe', 'features/account/profile/unsubscribe.route.tsx'),
  // D-80
  route('studio', 'app/layouts/studio-layout.route.tsx', [
    index('features/studio/analytics/dashboard.route.tsx'),
    route('works', 'features/studio/catalog/titles.route.tsx'),
    route('works/import', 'features/studio/catalog/import.route.tsx'),
    route('works/:workId', 'features/studio/catalog/title-editor.route.tsx'),
    route('works/:workId/preview', 'features/studio/catalog/preview.route.tsx'),
    route('acts', 'features/studio/audit/audit-log.route.tsx'),
    route('schedule', 'features/studio/schedule/schedule.route.tsx'),
    // D-131
    route('home-curation', 'features/studio/home-curation/home-curation.route.tsx'),
    route('home-curation/preview', 'features/studio/home-curation/preview.route.tsx'),
    route('uploads', 'features/studio/uploads/uploads.route.tsx'),
    route('uploads/:assetId', 'features/studio/uploads/asset.route.tsx'),
    route('inquiries', 'features/studio/service/inbox.route.tsx'),
    route('notices', 'features/studio/service/articles.route.tsx'),
    route('reviews', 'features/studio/service/review-moderation.route.tsx'),
    route('members', 'features/studio/members/members.route.tsx'),
    route('members/:memberId', 'features/studio/members/member.route.tsx'),
    route('campaigns', 'features/studio/marketing/campaigns.route.tsx'),
    route('campaigns/:campaignId', 'features/studio/marketing/campaign.route.tsx'),
    route('recommendations', 'features/studio/discovery/recommendations.route.tsx'),
    route('searches', 'features/studio/discovery/searches.route.tsx'),
    route('deletion-surveys', 'features/studio/marketing/deletion-surveys.route.tsx'),
    // D-127
    route('staff', 'features/studio/members/staff.route.tsx'),
  ]),
  route('terms/:name', 'features/support/terms/terms.route.tsx'),
  route('*', 'app/not-found.route.tsx'),
] satisfies RouteConfig
