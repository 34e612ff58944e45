import type { ScheduleItem } from '#contract/studio/publishing.ts'

/** Texts of the schedule. */
export const scheduleMessages = {
  title: '공개 일정',
  detail: '언제 무엇이 열리고 닫히는지 한 주씩 봐요. 시각은 모두 한국 시각이에요.',
  weeks: '주 옮기기',
  previous: '지난주',
  next: '다음 주',
  today: '이번 주',
  week: (from: string, to: string) => `${from} – ${to}`,
  weekdays: ['월', '화', '수', '목', '금', '토', '일'],
  is_today: '오늘',
  events: { opens: '공개', closes: '종료', sends: '메일 발송' } satisfies Record<
    ScheduleItem['event'],
    string
  >,
  done: { opens: '공개함', closes: '종료함', sends: '보냄' } satisfies Record<
    ScheduleItem['event'],
    string
  >,
  episode: (season: number, number: number, title: string) =>
    `시즌 ${season} · ${number}화${title && title !== `${number}화` ? ` · ${title}` : ''}`,
  with_episodes: (count: number) => `회차 ${count.toLocaleString('ko-KR')}개 함께`,
  issues: {
    hidden: '숨김이라 열리지 않아요',
    no_video: '영상이 없어 그때까지 올려야 볼 수 있어요',
    work_hidden: '작품이 공개되지 않아 볼 수 없어요',
  } satisfies Record<NonNullable<ScheduleItem['issue']>, string>,
  issue_count: (count: number) => `이대로면 보이지 않을 일정이 ${count}개 있어요`,
  count: (count: number) => `이 주의 일정 ${count}개`,
  none: '없음',
  empty: '이 주에는 일정이 없어요',
  empty_detail: '작품이나 회차를 고치는 화면에서 공개 시각을 예약하면 여기에 나와요.',
  to_works: '작품으로 가기',
  truncated: '일정이 너무 많아 앞의 1,000개만 보여요.',
  change: '시각 바꾸기',
  change_of: (title: string) => `${title} 시각 바꾸기`,
  at: { opens: '공개 시각 (한국 시각)', closes: '종료 시각 (한국 시각)', sends: '발송 시각' },
  save: '저장',
  cancel: '취소',
  missing: '날짜와 시각을 모두 넣어 주세요.',
  conflict: '그사이 다른 사람이 고쳤어요. 새로 불러온 시각을 보고 다시 바꿔 주세요.',
  saved: '시각을 바꿨어요',
} as const
