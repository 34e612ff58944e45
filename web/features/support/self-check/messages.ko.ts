import type { CheckName, CheckResult, CheckResults, CheckStatus } from './device-checks.ts'

const names: Record<CheckName, string> = {
  engine: '재생 방식',
  codecs: '영상과 소리 형식',
  decoding: '1080p 재생 성능',
  network: '서버 응답 시간',
  throughput: '전송 속도',
  socket: '시청 기록 연결',
  storage: '설정 저장',
  autoplay: '소리 재생',
}

const failed = '확인하지 못했어요'

const findingMessages: Record<
  CheckName,
  Record<string, (figures: CheckResult['figures']) => string>
> = {
  engine: {
    mse: () => '이 브라우저에서 재생할 수 있어요 (MSE)',
    native: () => '이 브라우저에서 재생할 수 있어요 (기본 HLS)',
    none: () => '이 브라우저에서는 재생할 수 없어요. 최신 브라우저로 바꿔 주세요',
  },
  codecs: {
    up_to: ({ height }) => `${height}p까지 재생할 수 있어요`,
    no_video: () => 'H.264 영상을 재생할 수 없어요',
    no_sound: () => 'AAC 소리를 재생할 수 없어요',
  },
  decoding: {
    hardware: () => '하드웨어로 끊김 없이 재생해요',
    software: () => '끊김 없이 재생하지만 배터리를 더 써요',
    slow: () => '1080p에서 끊길 수 있어요. 화질을 720p로 낮춰 보세요',
    no: () => '1080p를 재생할 수 없어요. 더 낮은 화질로 재생돼요',
    unknown: () => '이 브라우저는 성능을 알려 주지 않아요',
  },
  network: { ms: ({ ms }) => `${ms}ms 걸려요` },
  throughput: {
    mbps: ({ mbps }) => `초당 ${mbps}Mb로 받고 있어요`,
    unknown: () => '속도를 재지 못했어요',
  },
  socket: {
    visitor: () => '로그인하면 시청 기록이 저장돼요',
    open: () => '실시간으로 이어져 있어요',
    closed: () => '실시간 연결이 없어요. 시청 기록은 다른 방법으로 저장돼요',
  },
  storage: {
    kept: ({ megabytes }) =>
      Number(megabytes) > 0 ? `저장할 수 있어요 (남은 공간 ${megabytes}MB)` : '저장할 수 있어요',
    refused: () => '막혀 있어요. 화질과 자막 설정이 이 창에서만 유지돼요',
  },
  autoplay: {
    allowed: () => '누르면 소리와 함께 바로 재생돼요',
    refused: () => '막혀 있어요. 브라우저의 사이트 설정에서 소리를 허용해 주세요',
  },
}

const statuses: Record<CheckStatus, string> = { good: '좋음', fair: '보통', bad: '문제' }

export const selfCheckMessages = {
  title: '재생 점검',
  intro:
    '영상이 잘 나오지 않을 때 눌러 보세요. 결과를 복사해 고객센터에 보내 주시면 빠르게 도와드려요.',
  start: '점검 시작',
  run_again: '다시 점검하기',
  running: (done: number, all: number) => `점검하고 있어요 (${done}/${all})`,
  waiting: '확인 중이에요',
  done: {
    good: '문제없이 볼 수 있어요',
    fair: '볼 수 있지만 아쉬운 점이 있어요',
    bad: '재생에 문제가 있어요',
  },
  copy: '결과 복사하기',
  copied: '복사했어요',
  copy_failed: '복사하지 못했어요. 아래 글을 직접 복사해 주세요',
  report: '점검 결과',
  names,
  statuses,
  findingMessage: (check: CheckName, result: CheckResult) =>
    findingMessages[check][result.finding]?.(result.figures) ?? failed,
} as const

/**
 * The report that a member sends to support: a line per check, the browser, the window size and the time. No personal
 * data.
 */
export function formatReport(
  results: CheckResults,
  browser: { agent: string; window: string; tested_at: string },
): string {
  const lines = (Object.entries(results) as [CheckName, CheckResult][]).map(
    ([name, result]) =>
      `[${statuses[result.status]}] ${names[name]}: ${selfCheckMessages.findingMessage(name, result)}`,
  )
  return [selfCheckMessages.title, ...lines, browser.agent, browser.window, browser.tested_at].join(
    '\n',
  )
}
