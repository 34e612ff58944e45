import type { Examples } from './example.ts'

const captionText = '1\n00:00:01,000 --> 00:00:02,000\n파도 소리가 들려요.\n'

const homeRow = {
  title: '연말에 몰아 보기',
  subtitle: '한 번에 끝까지',
  after_row: 'ranked',
  is_on: true,
  starts_at: '2026-12-24T00:00:00Z',
  ends_at: '2026-12-31T15:00:00Z',
}

/** Examples of the studio. */
export const studio = {
  'studio_uploads.listPendingUploads': { path: '/api/studio/pending-uploads/' },
  'studio_uploads.findSameUploads': {
    path: '/api/studio/pending-uploads/same/?file_name=film.mp4&bytes=1000&writer=page',
  },
  'studio_uploads.setUploadTarget': {
    path: '/api/studio/pending-uploads/1/',
    body: { episode_id: null },
    refused: 'not_found',
  },
  'studio_uploads.deleteUpload': {
    path: '/api/studio/pending-uploads/1/',
    refused: 'not_found',
  },
  'studio_uploads.listAssets': { path: '/api/studio/assets/?show=all&limit=3' },
  'studio_uploads.readAsset': { path: '/api/studio/assets/999999/', refused: 'not_found' },
  'studio_uploads.deleteAsset': { path: '/api/studio/assets/999999/', refused: 'not_found' },
  'studio_uploads.attachAsset': {
    path: '/api/studio/assets/999999/episode/',
    body: { episode_id: null },
    refused: 'not_found',
  },
  'studio_catalogue.setTrailer': {
    path: '/api/studio/works/999999/trailer/',
    body: { asset_id: null },
    refused: 'not_found',
  },
  'studio_uploads.retryAsset': { path: '/api/studio/assets/999999/retry/', refused: 'not_found' },
  'studio_uploads.cancelAsset': {
    path: '/api/studio/assets/999999/cancel/',
    refused: 'not_found',
  },
  'studio_uploads.setMarkers': {
    path: '/api/studio/assets/999999/markers/',
    body: { opening: { start: 1, end: 2 }, ending_start: null },
    refused: 'not_found',
  },
  'studio_uploads.setPoster': {
    path: '/api/studio/assets/999999/poster/',
    body: { at: 1 },
    refused: 'not_found',
  },
  'studio_uploads.checkCaptions': {
    path: '/api/studio/captions/?duration=60',
    init: { headers: { 'content-type': 'application/x-subrip' }, body: captionText },
  },
  'studio_uploads.saveCaptions': {
    path: `/api/studio/assets/999999/captions/?language=ko&label=${encodeURIComponent('한국어')}`,
    init: { headers: { 'content-type': 'application/x-subrip' }, body: captionText },
    refused: 'not_found',
  },
  'studio_uploads.deleteCaptions': {
    path: '/api/studio/assets/999999/captions/?language=ko',
    refused: 'not_found',
  },
  'studio_uploads.findEpisodeTargets': {
    path: `/api/studio/episode-targets/?name=${encodeURIComponent('겨울')}`,
  },
  'studio.listAuditLog': { path: '/api/studio/audit-log/?from=2026-11-01&to=2026-11-21' },
  'studio.downloadAuditLog': { path: '/api/studio/audit-log/csv/?kind=catalogue' },
  'studio_catalogue.listWorks': {
    path: '/api/studio/works/?category=1&state=no_video&ordering=title',
  },
  'studio_catalogue.createWork': {
    path: '/api/studio/works/',
    body: { title: '새 작품', is_series: true, age_rating: 'ALL', category_ids: [1, 6] },
  },
  'studio_catalogue.readWork': { path: '/api/studio/works/1/' },
  'studio_catalogue.updateWork': {
    path: '/api/studio/works/1/',
    body: { version: 1_000_000, changes: { title: '다른 제목' } },
    refused: 'edit_conflict',
  },
  'studio_catalogue.updateEpisode': {
    path: '/api/studio/episodes/1/',
    body: { version: 1_000_000, changes: { price: 1_000 } },
    refused: 'edit_conflict',
  },
  'studio_catalogue.updateSeason': {
    path: '/api/studio/seasons/2147483647/',
    body: { version: 1, changes: { title: '다른 시즌' } },
    refused: 'not_found',
  },
  'studio_catalogue.createSeason': {
    path: '/api/studio/works/1/seasons/',
    body: { title: '외전' },
  },
  'studio_catalogue.createEpisode': {
    path: '/api/studio/seasons/2147483647/episodes/',
    body: {},
    refused: 'not_found',
  },
  'studio_catalogue.reorderSeasons': {
    path: '/api/studio/works/1/order/',
    body: { from: [2_147_483_647], to: [2_147_483_647] },
    refused: 'edit_conflict',
  },
  'studio_catalogue.reorderEpisodes': {
    path: '/api/studio/seasons/2147483647/order/',
    body: { from: [1], to: [1] },
    refused: 'not_found',
  },
  'studio_catalogue.storeImage': {
    path: '/api/studio/pictures/?kind=poster',
    init: { headers: { 'content-type': 'image/png' }, body: 'no picture' },
    refused: 'unsupported_media_type',
  },
  'studio_catalogue.suggestPeople': { path: '/api/studio/people/?q=%EA%B9%80' },
  'studio_catalogue.readEditHistory': { path: '/api/studio/works/1/history/' },
  'studio_catalogue.undoEdit': {
    path: '/api/studio/history/2147483647/undo/',
    body: {},
    refused: 'not_found',
  },
  'studio_catalogue.previewWork': { path: '/api/studio/works/1/preview/' },
  'studio_catalogue.importWorks': {
    path: '/api/studio/works/import/?dry_run=true',
    init: { headers: { 'content-type': 'text/csv' }, body: 'work,title\n1,새 제목\n' },
  },
  'studio_catalogue.exportWorks': { path: '/api/studio/works/export/?kind=film' },
  'studio_publishing.listSchedule': {
    path: '/api/studio/schedule/?from=2026-11-15T15:00:00.000Z&to=2026-11-22T15:00:00.000Z',
  },
  'studio_publishing.editWorks': {
    path: '/api/studio/works/bulk/',
    body: { action: 'hide', items: [{ id: 1, version: 1_000_000 }] },
  },
  'studio_publishing.undoEdits': {
    path: '/api/studio/works/bulk/undo/',
    body: { entry_ids: [2_147_483_647] },
  },
  'studio_analytics.readOverview': { path: '/api/studio/analytics/overview/' },
  'studio_analytics.listDays': {
    path: '/api/studio/analytics/days/?from=2026-11-01&to=2026-11-21',
  },
  'studio_analytics.downloadDays': { path: '/api/studio/analytics/days/csv/' },
  'studio_analytics.listWorks': { path: '/api/studio/analytics/works/?by=minutes' },
  'studio_analytics.downloadWorks': { path: '/api/studio/analytics/works/csv/' },
  'studio_analytics.listPlayerErrors': { path: '/api/studio/analytics/player-errors/' },
  'studio_analytics.downloadPlayerErrors': {
    path: '/api/studio/analytics/player-errors/csv/',
  },
  'studio_analytics.reportPlayerError': {
    path: '/api/contents/player-errors/',
    body: { episode_id: 1, code: 'network', detail: 'manifestLoadError' },
  },
  'studio_support.listInquiries': { path: '/api/studio/inquiries/' },
  'studio_support.readInquiry': {
    path: '/api/studio/inquiries/2147483647/',
    refused: 'not_found',
  },
  'studio_support.assignInquiry': {
    path: '/api/studio/inquiries/2147483647/assignment/',
    body: { staff_id: null, from_id: null },
    refused: 'not_found',
  },
  'studio_support.answerInquiry': {
    path: '/api/studio/inquiries/2147483647/answer/',
    body: { answer: '확인해 보니 결제가 한 번만 됐어요.', from_id: null },
    refused: 'not_found',
  },
  'studio_support.listStaff': { path: '/api/studio/staff/' },
  'studio_search.listMisses': { path: '/api/studio/search/misses/' },
  'studio_search.listSynonyms': { path: '/api/studio/search/synonyms/' },
  'studio_search.createSynonym': {
    path: '/api/studio/search/synonyms/',
    body: { term: '봉테일', replacement: '봉준호' },
  },
  'studio_search.listPopularTerms': { path: '/api/studio/search/popular/' },
  'studio_search.setTermHidden': {
    path: '/api/studio/search/popular/',
    body: { term: '달 세탁소', is_hidden: true },
  },
  'studio_search.readClickOrder': { path: '/api/studio/search/click-order/' },
  'studio_search.setClickOrder': {
    path: '/api/studio/search/click-order/',
    body: { is_on: true },
  },
  'studio_search.removeSynonym': {
    path: '/api/studio/search/synonyms/2147483647/',
    refused: 'not_found',
  },
  'studio_recommendations.readOverview': { path: '/api/studio/recommendations/' },
  'studio_recommendations.listOverrides': { path: '/api/studio/recommendations/works/' },
  'studio_recommendations.setOverride': {
    path: '/api/studio/recommendations/works/1/',
    body: { kind: 'pinned' },
  },
  'studio_recommendations.removeOverride': {
    path: '/api/studio/recommendations/works/2147483647/',
    refused: 'not_found',
  },
  'studio_recommendations.listExperiments': { path: '/api/studio/recommendations/experiments/' },
  'studio_recommendations.startExperiment': {
    path: '/api/studio/recommendations/experiments/',
    body: { name: '취향 줄만', treatment: 'taste_only' },
  },
  'studio_recommendations.endExperiment': {
    path: '/api/studio/recommendations/experiments/2147483647/end/',
    refused: 'not_found',
  },
  'studio_home_curation.readCuration': { path: '/api/studio/home-curation/' },
  'studio_home_curation.previewCuration': {
    path: '/api/studio/home-curation/preview/?at=2026-12-24T00:00:00Z&drafts=true',
  },
  'studio_home_curation.setScenes': {
    path: '/api/studio/home-curation/scenes/',
    body: {
      version: 1,
      hero: [{ series_id: 1, starts_at: null, ends_at: null }],
      editorial_series_id: 2,
    },
  },
  'studio_home_curation.createRow': {
    path: '/api/studio/home-curation/rows/',
    body: { ...homeRow, series_ids: [1, 2, 3] },
  },
  'studio_home_curation.updateRow': {
    path: '/api/studio/home-curation/rows/2147483647/',
    body: { version: 1, ...homeRow, series_ids: [1] },
    refused: 'not_found',
  },
  'studio_home_curation.deleteRow': {
    path: '/api/studio/home-curation/rows/2147483647/?version=1',
    refused: 'not_found',
  },
  'studio_home_curation.reorderRows': {
    path: '/api/studio/home-curation/order/',
    // The example of `createRow` may have added a row.
    body: { from: [2_147_483_647], to: [2_147_483_647] },
    refused: 'edit_conflict',
  },
  'studio_support.listTemplates': { path: '/api/studio/templates/' },
  'studio_support.createTemplate': {
    path: '/api/studio/templates/',
    // A template with this title exists.
    body: { title: '인사', context: '안녕하세요, {이름}님.' },
    refused: 'conflict',
  },
  'studio_support.updateTemplate': {
    path: '/api/studio/templates/2147483647/',
    body: { version: 1, title: '인사', context: '안녕하세요.' },
    refused: 'not_found',
  },
  'studio_support.removeTemplate': {
    path: '/api/studio/templates/2147483647/',
    refused: 'not_found',
  },
  'studio_support.listEditableFaqs': { path: '/api/studio/faqs/' },
  'studio_support.createFaq': {
    path: '/api/studio/faqs/',
    body: {
      subject_id: 1,
      title: '비밀번호를 잊었어요',
      context: '**비밀번호 찾기**를 눌러 주세요.',
      is_top: false,
      is_hidden: true,
    },
  },
  'studio_support.updateFaq': {
    path: '/api/studio/faqs/2147483647/',
    body: { version: 1, is_hidden: true },
    refused: 'not_found',
  },
  'studio_support.reorderFaqs': {
    path: '/api/studio/faqs/order/',
    body: { subject_id: 1, ids: [] },
    refused: 'conflict',
  },
  'studio_support.listEditableNotices': { path: '/api/studio/notices/' },
  'studio_support.readEditableNotice': { path: '/api/studio/notices/1/' },
  'studio_support.createNotice': {
    path: '/api/studio/notices/',
    body: { title: '점검 안내', context: '## 언제', is_pinned: false, is_hidden: true },
  },
  'studio_support.updateNotice': {
    path: '/api/studio/notices/2147483647/',
    body: { version: 1, title: '점검을 마쳤어요' },
    refused: 'not_found',
  },
  'studio_reviews.listReportedReviews': { path: '/api/studio/reviews/' },
  'studio_reviews.moderateReview': {
    path: '/api/studio/reviews/2147483647/moderation/',
    body: { verdict: 'hide', reason: '욕설이 들어 있어요' },
    refused: 'not_found',
  },
  'studio_categories.listCategories': { path: '/api/studio/categories/' },
  'studio_categories.createCategory': {
    path: '/api/studio/categories/',
    body: { name: '공연 실황' },
  },
  'studio_categories.updateCategory': {
    path: '/api/studio/categories/9999/',
    body: { version: 1, is_hidden: true },
    refused: 'not_found',
  },
  'studio_categories.reorderCategories': {
    path: '/api/studio/categories/order/',
    body: { from: [1, 2], to: [2, 1] },
    refused: 'edit_conflict',
  },
  'studio_categories.readSettings': { path: '/api/studio/catalogue-settings/' },
  'studio_categories.setSettings': {
    path: '/api/studio/catalogue-settings/',
    body: {
      version: 999,
      korean_category_id: 6,
      abroad_category_id: 5,
      korean_title: '국내 작품',
      abroad_title: '해외 작품',
      header_category_ids: [1, 2, 3],
      curation_series_id: null,
    },
    refused: 'edit_conflict',
  },
  'studio_pricing.listPlans': { path: '/api/studio/plans/' },
  'studio_pricing.createPlan': {
    path: '/api/studio/plans/',
    body: { name: '패밀리', price: 16_900, max_height: 2160, streams: 6 },
  },
  'studio_pricing.updatePlan': {
    path: '/api/studio/plans/999999/',
    body: { version: 1, price: 8_900 },
    refused: 'not_found',
  },
  'studio_pricing.listPackages': { path: '/api/studio/packages/' },
  'studio_pricing.createPackage': {
    path: '/api/studio/packages/',
    body: { amount: 20_000, bonus: 700 },
  },
  'studio_pricing.replacePackage': {
    path: '/api/studio/packages/999999/',
    body: { bonus: 100 },
    refused: 'not_found',
  },
  'studio_pricing.retirePackage': { path: '/api/studio/packages/999999/', refused: 'not_found' },
  'studio_pricing.readRentalTerms': { path: '/api/studio/rental-terms/' },
  'studio_pricing.setRentalTerms': {
    path: '/api/studio/rental-terms/',
    body: { id: 1, start_days: 30, playback_hours: 48 },
  },
  'studio_payments.listPurchases': {
    path: '/api/studio/members/2147483647/purchases/',
    refused: 'not_found',
  },
  'studio_payments.listLedgerEntries': {
    path: '/api/studio/members/2147483647/money/',
    refused: 'not_found',
  },
  'studio_payments.listOrders': {
    path: '/api/studio/members/2147483647/orders/',
    refused: 'not_found',
  },
  'studio_payments.listRefunds': {
    path: '/api/studio/members/2147483647/refunds/',
    refused: 'not_found',
  },
  'studio_support.listMemberInquiries': {
    path: '/api/studio/members/2147483647/inquiries/',
    refused: 'not_found',
  },
  'studio_payments.refundOrder': {
    path: '/api/studio/members/2147483647/refunds/',
    body: { order_id: 'no-such-order', reason: '영상이 나오지 않았어요' },
    refused: 'not_found',
  },
  'studio_payments.grantPoints': {
    path: '/api/studio/members/2147483647/grants/',
    body: { amount: 1_000, reason: '불편을 드려서요' },
    refused: 'not_found',
  },
  'studio_staff.listStaffMembers': { path: '/api/studio/staff-members/' },
  'studio_staff.setRole': {
    path: '/api/studio/staff-members/2147483647/role/',
    body: { role: 'editor', from_role: 'owner', reason: '편성을 맡았어요' },
    refused: 'not_found',
  },
} satisfies Examples
