import { endpoints } from '#contract/index.ts'
import type { ProblemCode } from '#contract/problems.ts'
import { openSession } from '#server/domains/accounts/index.ts'
import { makeMember } from './members.ts'
import { makePlayable, watch } from './watching.ts'
import type { World } from './world.ts'
import { randomUUID } from 'node:crypto'

type Name = {
  [D in keyof typeof endpoints]: `${D}.${string & keyof (typeof endpoints)[D]}`
}[keyof typeof endpoints]

export type Example = {
  path: string
  init?: RequestInit
  /** The body of a call that takes one, as JSON. */
  body?: Record<string, unknown>
  /** Whether it is made by a browser that is signed in. Calls of access `member` always are; `staff` is one of us. */
  as?: 'member' | 'staff'
  /** How long before the call that member signed in, in ms: an old sign-in does not prove who is there (D-16). */
  signed_in_ago?: number
  /** The refusal this example ends in, where the planted world holds nothing that succeeds. */
  refused?: ProblemCode
}

const hour = 3_600_000

const captionText = '1\n00:00:01,000 --> 00:00:02,000\n파도 소리가 들려요.\n'

/** A call of each kind that the planted world answers. A call without one does not compile. */
export const examples: Record<Name, Example> = {
  'accounts.sendSignupCode': {
    path: '/api/accounts/signup/email/',
    body: { email: 'new@example.com' },
  },
  'accounts.confirmSignupCode': {
    path: '/api/accounts/signup/email/',
    body: { email: 'new@example.com', code: '123456' },
    refused: 'invalid_request',
  },
  'accounts.sendPhoneCode': {
    path: '/api/accounts/phone/verification/',
    body: { phonenumber: '010-1234-5678' },
  },
  'accounts.confirmPhoneCode': {
    path: '/api/accounts/phone/verification/',
    body: { phonenumber: '010-1234-5678', code: '123456' },
    refused: 'invalid_request',
  },
  'accounts.extendCode': {
    path: '/api/accounts/codes/extension/',
    body: { channel: 'email' },
    refused: 'conflict',
  },
  'accounts.readSignup': { path: '/api/accounts/signup/' },
  'accounts.signUp': {
    path: '/api/accounts/signup/',
    body: {
      email: 'new@example.com',
      username: '이새봄',
      phonenumber: '01012345678',
      password: 'a-lantern-in-the-rain',
      confirm_password: 'a-lantern-in-the-rain',
      terms_of_service: true,
      privacy_policy: true,
      age_verification: true,
      marketing_info: false,
    },
    refused: 'verification_required',
  },
  'accounts.logIn': {
    path: '/api/accounts/login/',
    body: { email: 'nobody@example.com', password: 'whatever it is' },
    refused: 'invalid_credentials',
  },
  'accounts.logOut': { path: '/api/accounts/logout/' },
  'accounts.readMe': { path: '/api/accounts/me/', as: 'member' },
  'accounts.changeMe': { path: '/api/accounts/me/', body: { username: '박여름' } },
  'accounts.changePicture': {
    path: '/api/accounts/me/image/',
    init: { headers: { 'content-type': 'image/png' }, body: 'no picture' },
    refused: 'unsupported_media_type',
  },
  'accounts.removePicture': { path: '/api/accounts/me/image/' },
  'accounts.listSessions': { path: '/api/accounts/sessions/' },
  'accounts.endSession': { path: '/api/accounts/sessions/2147483647/', refused: 'not_found' },
  'accounts.endOtherSessions': { path: '/api/accounts/sessions/' },
  'accounts.withdraw': {
    path: '/api/accounts/withdrawal/',
    body: {
      service_problem: false,
      less_function: false,
      high_price: true,
      user_comment: '',
      current_password: 'not the password',
    },
    signed_in_ago: hour,
    refused: 'invalid_credentials',
  },
  'accounts.recoverId': {
    path: '/api/accounts/id/recovery/',
    body: { username: '이새봄', phonenumber: '01012345678' },
    refused: 'verification_required',
  },
  'accounts.sendPasswordLink': {
    path: '/api/accounts/password/recovery/',
    body: { email: 'nobody@example.com' },
  },
  'accounts.checkPasswordLink': {
    path: '/api/accounts/password/recovery/?uidb64=MQ&token=none',
    refused: 'link_invalid',
  },
  'accounts.resetPassword': {
    path: '/api/accounts/password/recovery/',
    body: {
      uidb64: 'MQ',
      token: 'none',
      new_password: 'a-lantern-in-the-rain',
      confirm_password: 'a-lantern-in-the-rain',
    },
    refused: 'link_invalid',
  },
  'accounts.changePassword': {
    path: '/api/accounts/password/change/',
    body: {
      new_password: 'a-lantern-in-the-rain',
      confirm_password: 'a-lantern-in-the-rain',
      current_password: 'not the password',
    },
    signed_in_ago: hour,
    refused: 'invalid_credentials',
  },
  'accounts.sendAdultCode': { path: '/api/accounts/adult-verification/' },
  'accounts.verifyAdult': {
    path: '/api/accounts/adult-verification/',
    body: { code: '123456', birth_date: '1990-01-01' },
    refused: 'invalid_request',
  },
  'accounts.listPasskeys': { path: '/api/accounts/passkeys/' },
  'accounts.beginPasskey': { path: '/api/accounts/passkeys/options/', body: {} },
  'accounts.addPasskey': {
    path: '/api/accounts/passkeys/',
    body: { name: '내 휴대폰', response: {} },
    refused: 'passkey_rejected',
  },
  'accounts.removePasskey': { path: '/api/accounts/passkeys/2147483647/', refused: 'not_found' },
  'accounts.beginPasskeyLogin': { path: '/api/accounts/login/passkey/options/' },
  'accounts.logInWithPasskey': {
    path: '/api/accounts/login/passkey/',
    body: { response: {} },
    refused: 'passkey_rejected',
  },
  'second_factor.read': { path: '/api/accounts/second-factor/', as: 'staff' },
  'second_factor.prove': {
    path: '/api/accounts/second-factor/',
    as: 'staff',
    body: { code: '123456' },
    refused: 'invalid_request',
  },
  'second_factor.beginPasskey': {
    path: '/api/accounts/second-factor/passkey/options/',
    as: 'staff',
  },
  'second_factor.provePasskey': {
    path: '/api/accounts/second-factor/passkey/',
    as: 'staff',
    body: { response: {} },
    refused: 'passkey_rejected',
  },
  'second_factor.beginAuthenticator': {
    path: '/api/accounts/second-factor/authenticator/',
    as: 'staff',
    body: {},
  },
  'second_factor.confirmAuthenticator': {
    path: '/api/accounts/second-factor/authenticator/confirm/',
    as: 'staff',
    body: { code: '123456' },
    refused: 'conflict',
  },
  'contents.listCategories': { path: '/api/contents/categories/' },
  'contents.readCategory': { path: '/api/contents/categories/6/' },
  'contents.listAgeRatings': { path: '/api/contents/ageratings/' },
  'contents.listSeries': { path: '/api/contents/series/?category=6&limit=5' },
  'contents.readSeries': { path: '/api/contents/series/1/' },
  'contents.listEpisodes': { path: '/api/contents/episodes/?limit=50&ordering=-viewer_count' },
  'contents.readEpisode': { path: '/api/contents/episodes/1/' },
  'search.search': { path: '/api/contents/search/?q=%EB%8B%AC' },
  'search.suggest': { path: '/api/contents/search/suggest/?q=%EB%8B%AC' },
  'search.listPopular': { path: '/api/contents/search/popular/' },
  'watching.listHistories': { path: '/api/contents/histories/me/' },
  'watching.saveProgress': {
    path: '/api/contents/histories/me/',
    body: { episode_id: 1, progress: 12 },
    refused: 'video_not_ready',
  },
  'watching.deleteHistories': {
    path: '/api/contents/histories/me/?watch_id=999999999999',
    refused: 'not_found',
  },
  'watching.listContinue': { path: '/api/contents/histories/me/continue/' },
  'watching.dismissContinue': {
    path: '/api/contents/histories/me/continue/1/',
    refused: 'not_found',
  },
  'watching.listLikes': { path: '/api/contents/likes/me/' },
  'watching.like': {
    path: '/api/contents/likes/me/',
    body: { content_type: 'series', object_id: 1 },
  },
  'watching.unlike': { path: '/api/contents/likes/2147483647/', refused: 'not_found' },
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
    refused: 'not_watched',
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
  'transactions.listPackages': { path: '/api/transactions/points/packages/' },
  'transactions.listPurchases': { path: '/api/transactions/episodes/purchases/me/' },
  'transactions.orderEpisode': {
    path: '/api/transactions/episodes/purchases/me/',
    body: {
      ownership_type_id: 3,
      payment_method: 'card',
      episode_id: 2_147_483_647,
      precautions_agreed: true,
      privacy_agreed: true,
    },
    refused: 'not_found',
  },
  'transactions.confirmPayment': {
    path: '/api/transactions/payments/confirm/',
    body: { payment_key: 'none', order_id: 'no-order-of-ours', amount: 1_000 },
    refused: 'not_found',
  },
  'transactions.readOrder': {
    path: '/api/transactions/orders/no-order-of-ours/',
    refused: 'not_found',
  },
  'transactions.abandonOrder': {
    path: '/api/transactions/orders/no-order-of-ours/abandon/',
    body: { code: 'PAY_PROCESS_CANCELED' },
    refused: 'not_found',
  },
  'transactions.hearGateway': {
    path: '/api/transactions/webhooks/toss/',
    body: { eventType: 'OTHER', createdAt: '2026-01-01T00:00:00.000000', data: {} },
  },
  'transactions.listPoints': { path: '/api/transactions/points/me/' },
  'transactions.listPointTransactions': { path: '/api/transactions/points/transactions/me/' },
  'transactions.chargePoints': {
    path: '/api/transactions/points/transactions/me/',
    body: {
      changed_point: -1_000,
      is_event: false,
      is_topup: false,
      payment_method: 'point',
      episode: 2_147_483_647,
      precautions_agreed: true,
      privacy_agreed: true,
    },
    refused: 'not_found',
  },
  'transactions.refund': {
    path: '/api/transactions/refunds/',
    body: { episode_id: 2_147_483_647 },
    refused: 'not_found',
  },
  'transactions.listRefunds': { path: '/api/transactions/status/refund/me/' },
  'transactions.listStatuses': { path: '/api/transactions/status/' },
  'transactions.listMoney': { path: '/api/transactions/histories/me/' },
  'subscriptions.listPlans': { path: '/api/transactions/subscriptions/plans/' },
  'subscriptions.readSubscription': { path: '/api/transactions/subscriptions/me/' },
  'subscriptions.quotePlan': {
    path: '/api/transactions/subscriptions/me/quote/?subscription_plan_id=2',
  },
  'subscriptions.subscribe': {
    path: '/api/transactions/subscriptions/me/',
    body: { subscription_plan_id: 2, precautions_agreed: true, privacy_agreed: true },
  },
  'subscriptions.registerCard': {
    path: '/api/transactions/subscriptions/card/',
    body: { auth_key: 'none', customer_key: 'nobody' },
    refused: 'payment_mismatch',
  },
  'subscriptions.openCardWindow': {
    path: '/api/transactions/subscriptions/card/window/',
  },
  'subscriptions.changeRenewal': {
    path: '/api/transactions/subscriptions/me/',
    body: { auto_renew: false },
    refused: 'not_found',
  },
  'playback.readSeriesOfMember': { path: '/api/contents/series/1/me/' },
  'playback.takeStream': {
    path: '/api/contents/1/video/stream/',
    body: { player: 'a-tab-of-this-test' },
    refused: 'video_not_ready',
  },
  'playback.endStream': { path: '/api/contents/streams/2147483647/', refused: 'not_found' },
  'playback.readVideo': { path: '/api/contents/1/video/', refused: 'video_not_ready' },
  'customer_services.listSubjects': { path: '/api/customer-services/subjects/' },
  'customer_services.listFaqs': {
    path: '/api/customer-services/faqs/?q=%ED%99%98%EB%B6%88&limit=6&offset=0',
  },
  'customer_services.readFaq': { path: '/api/customer-services/faqs/1/' },
  'customer_services.writeInquiry': {
    path: '/api/customer-services/inquiries/me/',
    init: { body: inquiryForm() },
  },
  'customer_services.listInquiries': {
    path: '/api/customer-services/inquiries/me/?offset=0&limit=0',
  },
  'customer_services.deleteInquiry': {
    path: '/api/customer-services/inquiries/2147483647/',
    refused: 'not_found',
  },
  'customer_services.readAttachment': {
    path: '/api/customer-services/inquiries/2147483647/attachment/',
    refused: 'not_found',
  },
  'customer_services.listOpenInquiries': { path: '/api/customer-services/inquiries/' },
  'customer_services.answerInquiry': {
    path: '/api/customer-services/inquiries/2147483647/answer/',
    body: { answer: '확인해 보니 결제가 한 번만 됐어요.' },
    refused: 'not_found',
  },
  'customer_services.listAnnouncements': { path: '/api/customer-services/announcements/' },
  'customer_services.readAnnouncement': { path: '/api/customer-services/announcements/1/' },
  'studio_uploads.listUnfinishedUploads': { path: '/api/studio/unfinished-uploads/' },
  'studio_uploads.placeUpload': {
    path: '/api/studio/unfinished-uploads/1/',
    body: { episode_id: null },
    refused: 'not_found',
  },
  'studio_uploads.dropUpload': {
    path: '/api/studio/unfinished-uploads/1/',
    refused: 'not_found',
  },
  'studio_uploads.listAssets': { path: '/api/studio/assets/?show=all&limit=3' },
  'studio_uploads.readAsset': { path: '/api/studio/assets/999999/', refused: 'not_found' },
  'studio_uploads.deleteAsset': { path: '/api/studio/assets/999999/', refused: 'not_found' },
  'studio_uploads.placeAsset': {
    path: '/api/studio/assets/999999/episode/',
    body: { episode_id: null },
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
  'studio_uploads.findPlaces': { path: `/api/studio/places/?name=${encodeURIComponent('겨울')}` },
  'studio.listActs': { path: '/api/studio/acts/' },
  'studio_catalogue.listWorks': {
    path: '/api/studio/works/?category=1&state=no_video&ordering=title',
  },
  'studio_catalogue.createWork': {
    path: '/api/studio/works/',
    body: { title: '새 작품', is_series: true, age_rating: 'ALL', category_ids: [1, 6] },
  },
  'studio_catalogue.readWork': { path: '/api/studio/works/1/' },
  'studio_catalogue.changeWork': {
    path: '/api/studio/works/1/',
    body: { version: 1_000_000, changes: { title: '다른 제목' } },
    refused: 'edited_meanwhile',
  },
  'studio_catalogue.changeEpisode': {
    path: '/api/studio/episodes/1/',
    body: { version: 1_000_000, changes: { price: 1_000 } },
    refused: 'edited_meanwhile',
  },
  'studio_catalogue.changeSeason': {
    path: '/api/studio/seasons/2147483647/',
    body: { version: 1, changes: { title: '다른 시즌' } },
    refused: 'not_found',
  },
  'studio_catalogue.addSeason': { path: '/api/studio/works/1/seasons/', body: { title: '외전' } },
  'studio_catalogue.addEpisode': {
    path: '/api/studio/seasons/2147483647/episodes/',
    body: {},
    refused: 'not_found',
  },
  'studio_catalogue.orderSeasons': {
    path: '/api/studio/works/1/order/',
    body: { from: [2_147_483_647], to: [2_147_483_647] },
    refused: 'edited_meanwhile',
  },
  'studio_catalogue.orderEpisodes': {
    path: '/api/studio/seasons/2147483647/order/',
    body: { from: [1], to: [1] },
    refused: 'not_found',
  },
  'studio_catalogue.storePicture': {
    path: '/api/studio/pictures/?kind=poster',
    init: { headers: { 'content-type': 'image/png' }, body: 'no picture' },
    refused: 'unsupported_media_type',
  },
  'studio_catalogue.suggestPeople': { path: '/api/studio/people/?q=%EA%B9%80' },
  'studio_catalogue.readHistory': { path: '/api/studio/works/1/history/' },
  'studio_catalogue.undo': {
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
  'studio_numbers.readOverview': { path: '/api/studio/numbers/overview/' },
  'studio_numbers.listDays': {
    path: '/api/studio/numbers/days/?from=2026-11-01&to=2026-11-21',
  },
  'studio_numbers.downloadDays': { path: '/api/studio/numbers/days/csv/' },
  'studio_numbers.listWorks': { path: '/api/studio/numbers/works/?by=minutes' },
  'studio_numbers.downloadWorks': { path: '/api/studio/numbers/works/csv/' },
  'studio_numbers.listPlayerErrors': { path: '/api/studio/numbers/player-errors/' },
  'studio_numbers.downloadPlayerErrors': {
    path: '/api/studio/numbers/player-errors/csv/',
  },
  'studio_numbers.reportPlayerError': {
    path: '/api/contents/player-errors/',
    body: { episode_id: 1, code: 'network', detail: 'manifestLoadError' },
  },
  'studio_service.listInquiries': { path: '/api/studio/inquiries/' },
  'studio_service.readInquiry': {
    path: '/api/studio/inquiries/2147483647/',
    refused: 'not_found',
  },
  'studio_service.assignInquiry': {
    path: '/api/studio/inquiries/2147483647/assignment/',
    body: { staff_id: null, from_id: null },
    refused: 'not_found',
  },
  'studio_service.answerInquiry': {
    path: '/api/studio/inquiries/2147483647/answer/',
    body: { answer: '확인해 보니 결제가 한 번만 됐어요.', from_id: null },
    refused: 'not_found',
  },
  'studio_service.listColleagues': { path: '/api/studio/colleagues/' },
  'studio_service.listTemplates': { path: '/api/studio/templates/' },
  'studio_service.addTemplate': {
    path: '/api/studio/templates/',
    // There is one of this title.
    body: { title: '인사', context: '안녕하세요, {이름}님.' },
    refused: 'conflict',
  },
  'studio_service.changeTemplate': {
    path: '/api/studio/templates/2147483647/',
    body: { version: 1, title: '인사', context: '안녕하세요.' },
    refused: 'not_found',
  },
  'studio_service.removeTemplate': {
    path: '/api/studio/templates/2147483647/',
    refused: 'not_found',
  },
  'studio_service.listEditedFaqs': { path: '/api/studio/faqs/' },
  'studio_service.addFaq': {
    path: '/api/studio/faqs/',
    body: {
      subject_id: 1,
      title: '비밀번호를 잊었어요',
      context: '**비밀번호 찾기**를 눌러 주세요.',
      is_top: false,
      is_hidden: true,
    },
  },
  'studio_service.changeFaq': {
    path: '/api/studio/faqs/2147483647/',
    body: { version: 1, is_hidden: true },
    refused: 'not_found',
  },
  'studio_service.orderFaqs': {
    path: '/api/studio/faqs/order/',
    body: { subject_id: 1, ids: [] },
    refused: 'conflict',
  },
  'studio_service.listEditedNotices': { path: '/api/studio/notices/' },
  'studio_service.readEditedNotice': { path: '/api/studio/notices/1/' },
  'studio_service.addNotice': {
    path: '/api/studio/notices/',
    body: { title: '점검 안내', context: '## 언제', is_pinned: false, is_hidden: true },
  },
  'studio_service.changeNotice': {
    path: '/api/studio/notices/2147483647/',
    body: { version: 1, title: '점검을 마쳤어요' },
    refused: 'not_found',
  },
  'studio_service.listReportedReviews': { path: '/api/studio/reviews/' },
  'studio_service.judgeReview': {
    path: '/api/studio/reviews/2147483647/verdict/',
    body: { verdict: 'hide', reason: '욕설이 들어 있어요' },
    refused: 'not_found',
  },
  'studio_members.findMembers': { path: '/api/studio/members/search/', body: { q: 'viewer' } },
  'studio_members.readMember': { path: '/api/studio/members/2147483647/', refused: 'not_found' },
  'studio_members.listPurchases': {
    path: '/api/studio/members/2147483647/purchases/',
    refused: 'not_found',
  },
  'studio_members.listMoney': {
    path: '/api/studio/members/2147483647/money/',
    refused: 'not_found',
  },
  'studio_members.listOrders': {
    path: '/api/studio/members/2147483647/orders/',
    refused: 'not_found',
  },
  'studio_members.listRefunds': {
    path: '/api/studio/members/2147483647/refunds/',
    refused: 'not_found',
  },
  'studio_members.listInquiries': {
    path: '/api/studio/members/2147483647/inquiries/',
    refused: 'not_found',
  },
  'studio_members.signOut': {
    path: '/api/studio/members/2147483647/sign-out/',
    body: { device_id: null, reason: '휴대폰을 잃어버리셨대요' },
    refused: 'not_found',
  },
  'studio_members.refund': {
    path: '/api/studio/members/2147483647/refunds/',
    body: { order_id: 'no-such-order', reason: '영상이 나오지 않았어요' },
    refused: 'not_found',
  },
  'studio_members.grantPoints': {
    path: '/api/studio/members/2147483647/grants/',
    body: { amount: 1_000, reason: '불편을 드려서요' },
    refused: 'not_found',
  },
}

/** An inquiry as a browser sends it, with a file. */
function inquiryForm(): FormData {
  const form = new FormData()
  form.append('subject_id', '2')
  form.append('title', '결제가 두 번 됐어요')
  form.append('context', '<b>9월</b> 이용권이\n두 번 결제됐어요.')
  form.append('attachment_file', new File(['영수증이에요'], '영수증.txt'))
  return form
}

/** Puts in what examples name beyond the planted world: review 1, of somebody, of series 1. */
export async function plantExamples(world: World) {
  const { id } = await makeMember(world)
  await world.pool.query(
    `insert into reviews (member_id, series_id, rating, context, is_spoiler, created_at, updated_at)
     values ($1, 1, 8, '잘 봤어요', false, $2, $2)`,
    [id, world.clock.now()],
  )
  await world.pool.query(
    `insert into answer_templates (title, context, updated_at) values ('인사', '안녕하세요.', $1)`,
    [world.clock.now()],
  )
}

/** Calls of a member's that name something everybody may see. */
export const everybodys: ReadonlySet<string> = new Set<Name>([
  'playback.readSeriesOfMember',
  'playback.takeStream',
  'reviews.reportReview',
  'reviews.markHelpful',
  'reviews.unmarkHelpful',
])

/** For each call of a member's that names something by id: makes such a thing of somebody else. */
export const others: { [N in Name]?: (world: World) => Promise<number | string> } = {
  'customer_services.deleteInquiry': inquiryOfAnother,
  'customer_services.readAttachment': inquiryOfAnother,
  async 'accounts.endSession'(world) {
    const other = await makeMember(world)
    const visitor = { address: '127.0.0.1', device: '' }
    const { id } = await world.transact((tx) =>
      openSession(tx, other.id, visitor, world.clock.now()),
    )
    return id
  },
  async 'accounts.removePasskey'(world) {
    const other = await makeMember(world)
    const { rows } = await world.pool.query<{ id: number }>(
      `insert into passkeys (member_id, credential_id, public_key, counter, name, created_at)
       values ($1, $2, '', 0, '남의 것', $3) returning id`,
      [other.id, randomUUID(), world.clock.now()],
    )
    return rows[0]?.id ?? 0
  },
  async 'watching.dismissContinue'(world) {
    const other = await makeMember(world)
    const [episode = 0] = await makePlayable(world, [{}])
    await watch(world, other, episode, 30)
    const { results } = await other.call(endpoints.watching.listContinue, { query: {} })
    return results[0]?.series_id ?? 0
  },
  'transactions.readOrder': orderOfAnother,
  'transactions.abandonOrder': orderOfAnother,
  async 'reviews.deleteReview'(world) {
    const other = await makeMember(world)
    const [object_id = 0] = await makePlayable(world, [{}])
    await watch(world, other, object_id, 30)
    const body = {
      content_type: 'episode',
      object_id,
      rating: 5,
      context: '좋아요',
      is_spoiler: false,
    } as const
    return (await other.call(endpoints.reviews.writeReview, { body })).id
  },
  async 'playback.endStream'(world) {
    const other = await makeMember(world)
    const [id = 0] = await makePlayable(world, [{}])
    const body = { player: 'a-tab-of-somebody' }
    return (await other.call(endpoints.playback.takeStream, { params: { id }, body })).id
  },
  async 'watching.unlike'(world) {
    const other = await makeMember(world)
    const body = { content_type: 'series', object_id: 1 } as const
    return (await other.call(endpoints.watching.like, { body })).id
  },
}

async function orderOfAnother(world: World): Promise<string> {
  const other = await makeMember(world)
  const { order } = await other.call(endpoints.transactions.chargePoints, {
    body: {
      changed_point: 1_000,
      is_event: false,
      is_topup: true,
      payment_method: 'card',
      precautions_agreed: true,
      privacy_agreed: true,
    },
  })
  return order.order_id
}

async function inquiryOfAnother(world: World): Promise<number> {
  const other = await makeMember(world)
  const { method, path } = endpoints.customer_services.writeInquiry
  const response = await other.fetch(path, { method, body: inquiryForm() })
  return ((await response.json()) as { id: number }).id
}
