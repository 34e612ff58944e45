import type { CampaignStatus } from '#contract/studio/marketing.ts'
import { formatCount, formatDateTime } from '#web/lib/format.ts'

/** Marketing mail and deletion surveys. */
export const campaignMessages = {
  title: '마케팅 메일',
  detail: '마케팅 정보 수신에 동의한 회원에게만 보내요.',
  add: '새 메일',
  list: '마케팅 메일 목록',
  empty: '아직 쓴 메일이 없어요',
  empty_detail: '새 메일을 쓰면 여기에 보여요.',
  name: '제목',
  status: '상태',
  statuses: {
    draft: '작성 중',
    scheduled: '예약',
    sending: '보내는 중',
    sent: '다 보냄',
  } satisfies Record<CampaignStatus, string>,
  send_at: '보내는 시각',
  figures: {
    audience: '대상',
    sent: '보냄',
    failed: '실패',
    queued: '대기',
    unsubscribed: '수신 거부',
  },
  people: (count: number) => `${formatCount(count)}명`,
  back_to_campaign: '그대로 두기',
  gone: '없는 메일이에요',
  gone_detail: '다른 운영자가 지웠을 수 있어요. 목록에서 찾아 주세요.',

  editor: {
    add: '새 메일 쓰기',
    edit: '메일 고치기',
    title: '메일 제목',
    title_hint: '제목 앞에 (광고)가 자동으로 붙어요.',
    context: '메일 내용',
    audience: '받는 회원',
    joined_from: '가입일부터',
    joined_to: '가입일까지',
    plan: '이용권',
    plans: { any: '상관없이', with: '있는 회원', without: '없는 회원' },
    watched: '마지막 시청',
    watches: { any: '상관없이', within: '최근에 본 회원', not_for: '오래 안 본 회원' },
    days: '며칠',
    days_hint: {
      within: '이 날수 안에 본 회원이에요.',
      not_for: '이 날수 넘게 안 본 회원이에요. 한 번도 안 본 회원도 들어가요.',
    },
    days_range: (min: number, max: number) =>
      `${formatCount(min)}일부터 ${formatCount(max)}일까지 적을 수 있어요.`,
    order: '마지막 날이 첫날보다 빨라요.',
    count: (count: number) =>
      count === 0
        ? '조건에 맞는 회원이 없어요.'
        : `지금 조건에 맞는 회원은 ${formatCount(count)}명이에요.`,
    counting: '세고 있어요',
    count_failed: '회원 수를 세지 못했어요.',
    save: '저장',
    saved: '저장했어요',
    remove: '삭제',
    remove_title: '메일을 지울까요?',
    remove_detail: '쓴 내용과 조건을 되돌릴 수 없어요.',
    removed: '메일을 지웠어요',
    newer: '다른 운영자가 방금 이 메일을 고쳤어요. 불러와도 내가 쓰던 내용은 남아 있어요.',
    apply_newer: '고친 메일 불러오기',
    conflict: '다른 운영자가 먼저 고쳤어요. 고친 메일을 불러와 확인한 뒤 다시 해 주세요.',
  },

  send: {
    title: '보내기',
    save_first: '저장하면 시험 메일을 받아 보고 보낼 수 있어요.',
    test: '나에게 시험 메일 보내기',
    tested: (email: string) => `${email}로 시험 메일을 보냈어요`,
    when: '언제',
    modes: { now: '지금', later: '예약' },
    night: '밤 9시부터 아침 8시까지는 광고를 보낼 수 없어서, 그 시간이면 아침 8시에 시작해요.',
    time: '보낼 시각',
    time_hint: '한국 시각이에요.',
    time_missing: '보낼 시각을 골라 주세요.',
    submit: { now: '보내기', later: '예약하기' },
    confirm_title: '메일을 보낼까요?',
    confirm: (count: number) =>
      `조건에 맞는 ${formatCount(count)}명에게 보내요. 보내기 시작하면 멈출 수 없어요.`,
    scheduled: (send_at: string) => `${formatDateTime(send_at)}부터 보내요`,
  },

  campaign: {
    waits: (send_at: string) => `${formatDateTime(send_at)}에 보내기 시작해요.`,
    began: (send_at: string) => `${formatDateTime(send_at)}에 보내기 시작했어요.`,
    completed: (at: string) => `${formatDateTime(at)}에 다 보냈어요.`,
    cancel: '예약 취소',
    cancel_title: '예약을 취소할까요?',
    cancel_detail: '작성 중으로 돌아가요. 고친 뒤 다시 보낼 수 있어요.',
    cancelled: '예약을 취소했어요',
    too_late: '이미 보내기 시작해서 취소할 수 없어요.',
    figures: '보낸 결과',
    skipped:
      '대상 수는 보내기 시작할 때 센 수예요. 그사이 수신을 거부하거나 탈퇴한 회원에게는 보내지 않아요.',
    audience: '받는 회원',
    everyone: '동의한 회원 모두',
    joined: (from: string | null, to: string | null) =>
      `가입일 ${[from && `${from}부터`, to && `${to}까지`].filter(Boolean).join(' ')}`,
    has_plan: (has: boolean) => (has ? '이용권이 있는 회원' : '이용권이 없는 회원'),
    watched_within: (days: number) => `${formatCount(days)}일 안에 본 회원`,
    not_watched_for: (days: number) => `${formatCount(days)}일 넘게 안 본 회원`,
    preview: '메일 미리보기',
    subject: '제목',
  },
} as const

export const surveyMessages = {
  title: '탈퇴 이유',
  detail: '탈퇴하면서 남긴 답이에요. 누가 썼는지는 저장하지 않아요.',
  months: '달마다 고른 이유',
  months_note: '최근 12달이에요. 이유는 여러 개를 고르거나 고르지 않을 수 있어요.',
  month: '달',
  month_label: (month: string) => `${month.slice(0, 4)}년 ${Number(month.slice(5))}월`,
  count: '탈퇴',
  reasons: {
    service_problem: '이용 문제',
    less_function: '기능·작품 부족',
    high_price: '가격 부담',
    no_reason: '고르지 않음',
  },
  people: (count: number) => `${formatCount(count)}명`,
  none: '최근 12달 동안 탈퇴한 회원이 없어요',
  none_detail: '회원이 탈퇴하면서 고른 이유가 여기에 모여요.',
  comments: '남긴 말',
  no_comments: '남긴 말이 없어요',
  no_comments_detail: '회원이 탈퇴하면서 쓴 말이 여기에 보여요.',
} as const
