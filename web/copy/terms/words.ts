/** Words around the texts. */
export const termsCopy = {
  contents: '차례',
  others: '다른 약관',
  versions: '버전',
  /** `day` as `2026년 11월 1일`. */
  effective: (day: string) => `${day}부터 시행`,
  current: '지금 시행 중',
  old: '예전 버전이에요. 지금 시행 중인 내용은 따로 있어요.',
  to_current: '지금 내용 보기',
  print: '인쇄',
} as const
