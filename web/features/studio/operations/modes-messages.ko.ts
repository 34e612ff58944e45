import type { LogLevel } from '#contract/operations/modes.ts'

export const modesMessages = {
  save: '저장',
  cancel: '취소',
  conflict: '다른 소유자가 먼저 바꿨어요. 바뀐 내용을 확인하고 다시 해 주세요.',
  maintenance: {
    title: '점검',
    off: '시청자에게 열려 있어요.',
    on: '점검하고 있어요. 시청자는 안내문만 봐요.',
    detail:
      '점검을 시작하면 시청자에게 안내문을 보여 줘요. 보고 있던 영상은 이어지고, 운영자는 계속 일할 수 있어요.',
    since: (from: string, until: string) => `${from}에 시작했어요. ${until}에 끝날 예정이에요.`,
    start: '점검 시작',
    edit: '안내 고치기',
    end: '점검 끝내기',
    started: '점검을 시작했어요',
    ended: '점검을 끝냈어요',
    message: '안내문',
    message_hint: '시청자가 읽어요. 무엇을 하고 언제 다시 열지 적어 주세요.',
    default_message: '더 편하게 볼 수 있도록 점검하고 있어요.',
    ends_at: '끝날 예정',
    ends_at_hint: '이때가 지나도 저절로 열리지 않아요.',
    past: '지금보다 뒤의 시각을 골라 주세요.',
    what_happens:
      '새로 여는 화면과 결제는 멈춰요. 이미 보고 있던 영상과 시청 기록, 시작한 결제는 이어져요. 자동 결제도 그대로 해요.',
  },
  log_level: {
    title: '로그',
    off: '프로세스마다 정해진 만큼 적어요.',
    on: (level: LogLevel, until: string) => `${until}까지 모두 ${level} 단계로 적어요.`,
    detail: '문제를 찾을 때 잠시 더 자세히 적게 해요. 시간이 지나면 저절로 돌아가요.',
    edit: '단계 바꾸기',
    reset: '지금 되돌리기',
    changed: '로그 단계를 바꿨어요',
    was_reset: '로그 단계를 되돌렸어요',
    level: '단계',
    levels: {
      debug: 'debug: 가장 자세히',
      info: 'info: 보통',
      warn: 'warn: 주의와 오류',
      error: 'error: 오류만',
    } satisfies Record<LogLevel, string>,
    minutes: '몇 분 동안',
    minute: '분',
  },
} as const
