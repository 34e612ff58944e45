import type { DailyStats, PlayerError, WorkStats } from '#contract/studio/analytics.ts'
import type { CsvColumn } from '../csv-export.ts'

/** Column headers of the exports. Amounts are exact, because spreadsheets calculate with them. */
export const dayColumns: readonly CsvColumn<DailyStats>[] = [
  ['날짜', (row) => row.day],
  ['재생', (row) => row.plays],
  ['시청 시간(분)', (row) => row.minutes],
  ['매출(원)', (row) => row.revenue],
  ['작품 구매(원)', (row) => row.purchases],
  ['포인트 충전(원)', (row) => row.top_ups],
  ['이용권(원)', (row) => row.subscriptions],
  ['환불(원)', (row) => row.refunds],
  ['새 구독', (row) => row.joined],
  ['갱신', (row) => row.renewed],
  ['결제 실패', (row) => row.past_due],
  ['구독 종료', (row) => row.left],
  ['새 회원', (row) => row.members],
  ['재생 오류', (row) => row.player_errors],
]

const workKinds = { series: '시리즈', film: '영화' } satisfies Record<WorkStats['kind'], string>

export const workColumns: readonly CsvColumn<WorkStats>[] = [
  ['작품 번호', (row) => row.series_id],
  ['제목', (row) => row.title],
  ['종류', (row) => workKinds[row.kind]],
  ['재생', (row) => row.plays],
  ['시청 시간(분)', (row) => row.minutes],
  ['판매(원)', (row) => row.sales],
]

export const playerErrorColumns: readonly CsvColumn<PlayerError>[] = [
  ['오류', (row) => row.code],
  ['작품', (row) => row.series_title],
  ['회차', (row) => row.episode_number ?? ''],
  ['회차 번호', (row) => row.episode_id],
  ['브라우저', (row) => row.browser],
  ['횟수', (row) => row.count],
  ['마지막 발생', (row) => row.last_seen_at],
  ['내용', (row) => row.detail],
]

export const fileNames = {
  days: '일별-현황',
  works: '작품별-현황',
  player_errors: '재생-오류',
} as const
