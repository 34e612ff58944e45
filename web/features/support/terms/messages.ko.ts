import type { TermsName } from '#contract/service/particulars.ts'

export const termsMessages = {
  titles: {
    service: '이용약관',
    privacy: '개인정보처리방침',
    age: '만 14세 이상 확인',
    marketing: '마케팅 정보 수신 동의',
    'paid-service': '유료서비스 이용약관',
  } satisfies Record<TermsName, string>,
  contents: '차례',
  others: '다른 약관',
  versions: '버전',
  /** `day` as `2026년 11월 1일`. */
  effective: (day: string) => `${day}부터 시행`,
  current: '지금 시행 중',
  upcoming: '시행 예정',
  old: '예전 버전이에요. 지금 시행 중인 내용은 따로 있어요.',
  to_current: '지금 내용 보기',
  announced: (day: string) => `${day}부터 바뀌는 내용이 있어요.`,
  to_announced: '바뀔 내용 보기',
  not_yet: '아직 시행 전인 버전이에요.',
  print: '인쇄',
  empty: '아직 준비하고 있어요',
  empty_detail: '내용이 정해지면 이곳에서 읽을 수 있어요.',
} as const
