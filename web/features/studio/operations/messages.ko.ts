import {
  type FigureName,
  figureUnits,
  type HealthFigure,
  type HealthPart,
  type HealthState,
} from '#contract/operations/health.ts'
import { formatBytes } from '#web/features/studio/uploads/messages.ko.ts'
import { formatCount, formatRelativeTime } from '#web/lib/format.ts'

export const operationsMessages = {
  title: '시스템 상태',
  detail: '서버와 서버가 쓰는 것들이 제대로 움직이는지 봐요. 10초마다 새로 읽어요.',
  overall: {
    good: '모두 잘 움직이고 있어요.',
    off: '모두 잘 움직이고 있어요.',
    look: '살펴볼 것이 있어요.',
    no_answer: '답이 없는 것이 있어요.',
    broken: '지금 고쳐야 할 것이 있어요.',
  } satisfies Record<HealthState, string>,
  read_failed: '상태를 다시 읽지 못했어요. 아래는 그 전에 읽은 내용이에요.',
  states: {
    good: '좋음',
    look: '살펴보기',
    broken: '고장',
    no_answer: '답 없음',
    off: '쓰지 않음',
  } satisfies Record<HealthState, string>,
  parts: {
    processes: '서버와 워커',
    resources: '메모리와 처리',
    queue: '작업 대기열',
    encoder: '영상 변환',
    storage: '영상과 그림 저장소',
    disk: '디스크 남은 자리',
    database: '데이터베이스',
    replica: '데이터베이스 복제본',
    search: '검색',
    mail: '메일',
    sms: '문자',
    payments: '결제대행사',
    reconciliation: '결제 대조',
    backup: '백업',
    certificate: '인증서',
    alerts: '최근 알림',
  } satisfies Record<HealthPart, string>,
  figures: {
    servers: '서버',
    workers: '워커',
    versions: '버전',
    memory: '가장 큰 메모리',
    open_files: '열린 파일',
    event_loop_lag: '처리 지연',
    jobs_waiting: '기다리는 작업',
    jobs_oldest: '가장 오래 기다린 작업',
    jobs_retried: '다시 하는 작업',
    jobs_failed: '실패한 작업',
    films_running: '변환 중',
    films_waiting: '기다리는 영상',
    films_stalled: '멈춘 영상',
    films_failed: '실패한 영상',
    films_reachable: '영상 저장소',
    images_reachable: '그림 저장소',
    films_size: '영상 크기',
    images_size: '그림 크기',
    disk_free: '남은 자리',
    database_version: '버전',
    connections: '연결',
    connections_max: '연결 한도',
    requests_waiting: '연결을 기다리는 요청',
    replica_in_use: '복제본에서 읽기',
    replica_lag: '늦은 시간',
    search_lag: '반영이 늦은 시간',
    succeeded_at: '마지막 성공',
    failed_at: '마지막 실패',
    failure_reason: '실패한 이유',
    messages_waiting: '기다리는 메일과 문자',
    messages_oldest: '가장 오래 기다린 것',
    orders_unknown: '결과를 모르는 주문',
    orders_oldest: '가장 오래된 주문',
    differences: '맞지 않는 거래',
    reconciled: '마지막 대조',
    backup_made_at: '마지막 백업',
    backup_verified_at: '마지막 복원 확인',
    certificate_days: '남은 날',
    alert_name: '마지막 알림',
    alert_received_at: '받은 때',
    alerts_firing: '이어지는 알림',
  } satisfies Record<FigureName, string>,
  folders: { data: '데이터 폴더', media: '영상 폴더' } as Readonly<Record<string, string>>,
  off_detail: {
    replica: 'DATABASE_REPLICA_URL을 넣으면 복제본에서 읽어요.',
    mail: 'SMTP_URL이 없어서 메일을 보내지 않아요.',
    sms: 'SMS_URL이 없어서 문자를 보내지 않아요.',
    payments: 'TOSS_SECRET_KEY가 없어서 결제를 받지 않아요.',
    reconciliation: 'TOSS_SECRET_KEY가 없어서 대조하지 않아요.',
    certificate: 'SITE_URL이 https가 아니에요.',
    alerts: 'Alertmanager가 보낸 알림이 아직 없어요.',
  } as Partial<Record<HealthPart, string>>,
  no_answer_detail: '정해진 시간 안에 답하지 않았어요.',
  alerts: (names: readonly string[]) => `알림 조건: ${names.join(', ')}`,
  measured: (when: string) => `${when} 기준`,
  runbook: '대처법',
  runbook_of: (part: string) => `${part} 대처법`,
  runbook_source: 'docs/operations.md',
  close: '닫기',
  processes: {
    title: '프로세스',
    name: '이름',
    version: '버전',
    started: '켜진 때',
    reported: '마지막 보고',
    log_level: '로그',
    state: '상태',
    kinds: { server: '서버', worker: '워커' },
    none: '보고한 프로세스가 없어요.',
  },
  parts_title: '항목별 상태',
} as const

/** `3초`, `12분`, `5시간`, `2일`. */
function formatSeconds(seconds: number): string {
  if (seconds < 1 && seconds > 0) return `${Math.round(seconds * 1_000)}ms`
  if (seconds < 60) return `${Math.round(seconds)}초`
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}분`
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)}시간`
  return `${Math.floor(seconds / 86_400)}일`
}

/** @param now in ms since the epoch. */
export function formatFigure({ name, value }: HealthFigure, now: number): string {
  if (value === null || value === '') return '아직 없어요'
  switch (figureUnits[name]) {
    case 'count':
      return formatCount(Number(value))
    case 'seconds':
      return formatSeconds(Number(value))
    case 'bytes':
      return formatBytes(Number(value))
    case 'ratio':
      return `${Math.round(Number(value) * 100)}%`
    case 'flag':
      return value === 1 ? '돼요' : '안 돼요'
    case 'instant':
      return formatRelativeTime(String(value), now)
    case 'text':
      return String(value)
  }
}
