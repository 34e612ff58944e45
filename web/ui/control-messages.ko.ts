import { formatCount } from '#web/lib/format-basics.ts'
import { josa } from '#web/lib/josa.ts'

/** The texts of forms, dialogs, toasts and steps, which the first page does not load. */
export const controlMessages = {
  close: '닫기',
  cancel: '취소',
  missing: (label: string) => `${josa(label, '을/를')} 입력해 주세요.`,
  characters: (used: number, max: number) => `${formatCount(used)}/${formatCount(max)}자`,
  stars_choose: '별점',
  star_value: (value: number) => `${value}점`,
  progress: (percent: number) => `${percent}% 진행`,
  messages: '알림',
} as const

export const stepperMessages = {
  label: '진행 단계',
  current: (step: number, total: number) => `${total}단계 중 ${step}단계`,
  done: '마침',
} as const
