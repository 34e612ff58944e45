import type { Examples } from './example.ts'

/** Examples of works, search, watch history, reviews and playback. */
export const contents = {
  'contents.listCategories': { path: '/api/contents/categories/' },
  'contents.readCatalogueSettings': { path: '/api/contents/settings/' },
  'contents.readCategory': { path: '/api/contents/categories/6/' },
  'contents.listAgeRatings': { path: '/api/contents/ageratings/' },
  'contents.listSeries': { path: '/api/contents/series/?category=6&limit=5' },
  'contents.listUpcoming': { path: '/api/contents/upcoming/?limit=5' },
  'contents.listTrending': { path: '/api/contents/trending/?limit=5' },
  'contents.readHomeCuration': { path: '/api/contents/curation/' },
  'contents.readSeries': { path: '/api/contents/series/1/' },
  'contents.readPerson': { path: '/api/contents/people/1/' },
  'contents.listEpisodes': { path: '/api/contents/episodes/?limit=50&ordering=-viewer_count' },
  'contents.readEpisode': { path: '/api/contents/episodes/1/' },
  'contents.readEpisodeNeighbours': { path: '/api/contents/episodes/1/neighbours/' },
  'recommendations.listPersonalRows': { path: '/api/contents/recommendations/me/' },
  'recommendations.reportRows': {
    path: '/api/contents/recommendations/me/reports/',
    body: { impressions: ['taste'], clicks: [] },
  },
  'recommendations.pickTaste': {
    path: '/api/contents/recommendations/me/picks/',
    body: { series_ids: [1] },
  },
  'recommendations.refuseWork': {
    path: '/api/contents/recommendations/me/refusals/',
    body: { series_id: 1 },
  },
  'recommendations.restoreWork': {
    path: '/api/contents/recommendations/me/refusals/1/',
    refused: 'not_found',
  },
  'recommendations.listSimilar': { path: '/api/contents/series/1/similar/' },
  'search.search': { path: '/api/contents/search/?q=%EB%8B%AC' },
  'search.searchTexts': { path: '/api/contents/search/texts/?q=%EB%8B%AC' },
  'search.suggest': { path: '/api/contents/search/suggest/?q=%EB%8B%AC' },
  'search.recordSearch': { path: '/api/contents/search/terms/', body: { q: '달 세탁소' } },
  'search.recordClick': {
    path: '/api/contents/search/clicks/',
    body: { q: '달 세탁소', series_id: 1, position: 0 },
  },
  'search.listPopular': { path: '/api/contents/search/popular/' },
  'watch_history.listWatchHistory': { path: '/api/contents/histories/me/' },
  'watch_history.saveProgress': {
    path: '/api/contents/histories/me/',
    body: { episode_id: 1, progress: 12 },
    refused: 'video_not_ready',
  },
  'watch_history.deleteWatchHistory': {
    path: '/api/contents/histories/me/?watch_id=999999999999',
    refused: 'not_found',
  },
  'watch_history.clearWatchHistory': { path: '/api/contents/histories/me/all/' },
  'watch_history.listContinueWatching': { path: '/api/contents/histories/me/continue/' },
  'watch_history.dismissContinueWatching': {
    path: '/api/contents/histories/me/continue/1/',
    refused: 'not_found',
  },
  'watch_history.listReleaseAlerts': { path: '/api/contents/alerts/me/' },
  'watch_history.createReleaseAlert': {
    path: '/api/contents/alerts/me/',
    body: { series_id: 1 },
    // It is not upcoming.
    refused: 'not_found',
  },
  'watch_history.deleteReleaseAlert': {
    path: '/api/contents/alerts/me/1/',
    refused: 'not_found',
  },
  'watch_history.listLikes': { path: '/api/contents/likes/me/' },
  'watch_history.like': {
    path: '/api/contents/likes/me/',
    body: { content_type: 'series', object_id: 1 },
  },
  'watch_history.unlike': { path: '/api/contents/likes/2147483647/', refused: 'not_found' },
  'lists.listLists': { path: '/api/contents/lists/me/?series_id=1' },
  'lists.createList': {
    path: '/api/contents/lists/me/',
    body: { name: '주말에 볼 것', series_id: 1 },
  },
  'lists.readList': { path: '/api/contents/lists/me/2147483647/', refused: 'not_found' },
  'lists.updateList': {
    path: '/api/contents/lists/me/2147483647/',
    body: { name: '함께 볼 것', is_shared: true },
    refused: 'not_found',
  },
  'lists.deleteList': { path: '/api/contents/lists/me/2147483647/', refused: 'not_found' },
  'lists.addListWork': {
    path: '/api/contents/lists/me/2147483647/works/',
    body: { series_id: 1 },
    refused: 'not_found',
  },
  'lists.moveListWork': {
    path: '/api/contents/lists/me/2147483647/works/',
    body: { series_id: 1, before_series_id: null },
    refused: 'not_found',
  },
  'lists.removeListWork': {
    path: '/api/contents/lists/me/2147483647/works/?series_id=1',
    refused: 'not_found',
  },
  'lists.readSharedList': {
    path: '/api/contents/lists/shared/AAAAAAAAAAAAAAAAAAAAAA/',
    refused: 'not_found',
  },
  'reviews.listEpisodeReviews': { path: '/api/contents/reviews/episode/1/' },
  'reviews.listSeriesReviews': { path: '/api/contents/reviews/series/1/?ordering=-helpful' },
  'reviews.writeReview': {
    path: '/api/contents/reviews/',
    body: {
      content_type: 'series',
      object_id: 1,
      rating: 4.5,
      context: '<b>끝까지</b> 봤어요',
      is_spoiler: false,
    },
    refused: 'watching_required',
  },
  'reviews.readReview': { path: '/api/contents/reviews/1/' },
  'reviews.deleteReview': { path: '/api/contents/reviews/2147483647/', refused: 'not_found' },
  'reviews.reportReview': {
    path: '/api/contents/reviews/1/report/',
    body: { reason: 'spoiler' },
  },
  'reviews.markHelpful': {
    path: '/api/contents/reviews/1/helpful/',
  },
  'reviews.unmarkHelpful': {
    path: '/api/contents/reviews/1/helpful/',
  },
  'playback.readMemberSeries': { path: '/api/contents/series/1/me/' },
  'playback.startStream': {
    path: '/api/contents/1/video/stream/',
    body: { player: 'a-tab-of-this-test' },
    refused: 'video_not_ready',
  },
  'playback.endStream': { path: '/api/contents/streams/2147483647/', refused: 'not_found' },
  'playback.sendRemoteMessage': {
    path: '/api/contents/streams/remote/',
    body: { message: { kind: 'query' } },
  },
  'playback.readTrailer': { path: '/api/contents/series/1/trailer/' },
  'playback.readVideo': { path: '/api/contents/1/video/', refused: 'video_not_ready' },
} satisfies Examples
