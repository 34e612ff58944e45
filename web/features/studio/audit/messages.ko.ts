import { studioCatalogMessages } from '#web/features/studio/catalog/messages.ko.ts'
import { uploadActionLabels } from '#web/features/studio/uploads/messages.ko.ts'

/** Catalog actions in the audit log. */
export const catalogActionLabels: Readonly<Record<string, string>> = {
  'catalogue.work_added': '작품을 만들었어요',
  'catalogue.work_changed': '작품을 고쳤어요',
  'catalogue.season_added': '시즌을 더했어요',
  'catalogue.season_changed': '시즌을 고쳤어요',
  'catalogue.seasons_reordered': '시즌 순서를 바꿨어요',
  'catalogue.episode_added': '회차를 더했어요',
  'catalogue.episode_changed': '회차를 고쳤어요',
  'catalogue.episodes_reordered': '회차 순서를 바꿨어요',
  'catalogue.season_removed': '시즌을 없앴어요',
  'catalogue.episode_removed': '회차를 없앴어요',
  'catalogue.trailer_set': '예고편을 바꿨어요',
  'catalogue.edit_undone': '바꾼 것을 되돌렸어요',
}

/** All actions in the audit log; each studio area adds its own. */
export const auditActionLabels: Readonly<Record<string, string>> = {
  'staff.appointed': '운영자로 임명',
  'staff.dismissed': '운영자에서 해임',
  'staff.second_factor_reset': '추가 인증 초기화',
  'staff.password_link_created': '비밀번호 링크 만들기',
  'staff.role_changed': '운영자 역할 변경',
  'support.inquiry_assigned': '문의 담당 변경',
  'support.inquiry_answered': '문의에 답변',
  'support.template_added': '답변 템플릿 추가',
  'support.template_changed': '답변 템플릿 수정',
  'support.template_removed': '답변 템플릿 삭제',
  'support.faq_added': '자주 묻는 질문 추가',
  'support.faq_changed': '자주 묻는 질문 수정',
  'support.faqs_reordered': '자주 묻는 질문 순서 변경',
  'support.notice_added': '공지 추가',
  'support.notice_changed': '공지 수정',
  'review.hidden': '리뷰 숨김',
  'review.shown': '리뷰 숨김 취소',
  'review.reports_dismissed': '신고된 리뷰 유지',
  'review.reopened': '리뷰 신고 다시 열기',
  'member.viewed': '회원 정보 열람',
  'member.signed_out': '회원 기기 로그아웃',
  'member.refunded': '환불',
  'member.searched': '회원 찾기',
  'member.points_granted': '이벤트 포인트 지급',
  'marketing.campaign_added': '마케팅 메일 작성',
  'marketing.campaign_changed': '마케팅 메일 수정',
  'marketing.campaign_removed': '마케팅 메일 삭제',
  'marketing.campaign_tested': '마케팅 메일 시험 발송',
  'marketing.campaign_scheduled': '마케팅 메일 발송 예약',
  'marketing.campaign_cancelled': '마케팅 메일 발송 취소',
  'pricing.plan_added': '이용권 추가',
  'pricing.plan_changed': '이용권 수정',
  'pricing.plan_retired': '이용권 판매 종료',
  'pricing.plan_resumed': '이용권 다시 판매',
  'recommendation.work_pinned': '추천에 작품 고정',
  'recommendation.work_excluded': '추천에서 작품 제외',
  'recommendation.work_restored': '작품의 고정·제외 풀기',
  'recommendation.experiment_started': '추천 실험 시작',
  'recommendation.experiment_ended': '추천 실험 종료',
  'home.row_added': '홈에 줄 추가',
  'home.row_changed': '홈의 줄 수정',
  'home.row_removed': '홈의 줄 삭제',
  'home.rows_reordered': '홈의 줄 순서 변경',
  'home.scenes_changed': '홈 첫 화면 변경',
  'search.synonym_added': '검색 동의어 추가',
  'search.synonym_removed': '검색 동의어 삭제',
  'search.term_hidden': '인기 검색어 숨김',
  'search.term_shown': '인기 검색어 다시 표시',
  'search.click_order_set': '검색 클릭 순서 설정',
  ...catalogActionLabels,
  ...uploadActionLabels,
}

/** Fields in the audit log. */
export const auditFieldLabels: Readonly<Record<string, string>> = {
  ...studioCatalogMessages.fields,
  context: '내용',
  is_hidden: '숨김',
  is_pinned: '상단 고정',
  is_top: '고객센터 첫 화면',
  subject_id: '문의 유형',
  ids: '순서',
  term: '검색어',
  replacement: '바꿔 찾는 말',
  treatment: '실험 내용',
  username: '담당',
  role: '역할',
  open_reports: '남은 신고',
  device: '기기',
  amount: '지급한 포인트',
  event_point: '이벤트 포인트',
  paid_point: '유료 포인트',
  won: '카드 환불',
  expires_at: '사용 기한',
  refund_id: '환불 번호',
  order_id: '주문 번호',
  overridden_reason: '넘어선 조건',
  episode_id: '회차 번호',
  trailer_of: '예고편의 작품 번호',
  bytes: '크기(바이트)',
  received: '받은 바이트',
  state: '상태',
  fault: '실패한 이유',
  opening: '오프닝',
  ending_start: '엔딩 시작',
  at: '고른 시각',
  language: '언어',
  label: '자막 이름',
  cues: '자막 줄 수',
  joined_from: '가입일(부터)',
  joined_to: '가입일(까지)',
  has_plan: '이용권 보유',
  watched_within_days: '최근 시청(일 이내)',
  not_watched_for_days: '미시청(일 이상)',
  send_at: '보내는 시각',
  subtitle: '덧붙이는 말',
  after_row: '자리(앞의 줄)',
  is_on: '홈에 보이기',
  starts_at: '시작',
  ends_at: '끝',
  works: '작품',
  name: '이름',
  plan_price: '한 달 값',
  max_height: '최고 화질(p)',
  streams: '동시 시청',
  hero: '첫 화면',
  editorial: '오늘의 한 편',
  rows: '줄 순서',
}

/** Fields that mean nothing to staff: row ids and versions. */
export const hiddenAuditFields: ReadonlySet<string> = new Set([
  ...['id', 'version', 'created_at', 'updated_at', 'staff_id', 'key'],
])

export const auditMessages = { all_devices: '모든 기기' } as const

const weekdays = ['일', '월', '화', '수', '목', '금', '토'] as const

/** `11월 22일 (일)` in Seoul, with the year if it is another one. */
export function auditDayLabel(day: string, thisYear: string): string {
  const [year = '', month, date] = day.split('-')
  const words = `${Number(month)}월 ${Number(date)}일 (${weekdays[new Date(day).getUTCDay()]})`
  return year === thisYear ? words : `${year}년 ${words}`
}
