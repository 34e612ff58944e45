import type { DailyStats, PlayerError, WorkStats } from '#contract/studio/analytics.ts'
import type { CsvColumn } from '../csv-export.ts'

/** Column headers of the exports. Amounts are exact, because spreadsheets calculate with them. */
export const dayColumns: readonly CsvColumn<DailyStats>[] = [
  ['날짜', (one) => one.day],
  ['재생', (one) => one.plays],
  ['시청 시간(분)', (one) => one.minutes],
  ['매출(원)', (one) => one.revenue],
  ['작품 구매(원)', (one) => one.purchases],
  ['포인트 충전(원)', (one) => one.top_ups],
  ['이용권(원)', (one) => one.subscriptions],
  ['환불(원)', (one) => one.refunds],
  ['새 구독', (one) => one.joined],
  ['갱신', (one) => one.renewed],
  ['결제 실패', (one) => one.past_due],
  ['구독 종료', (one) => one.left],
  ['새 회원', (one) => one.members],
  ['재생 오류', (one) => one.player_errors],
]

const workKinds = { series: '시리즈', film: '영화' } satisfies Record<WorkStats['kind'], string>

export const workColumns: readonly CsvColumn<WorkStats>[] = [
  ['작품 번호', (one) => one.series_id],
  ['제목', (one) => one.title],
  ['종류', (one) => workKinds[one.kind]],
  ['재생', (one) => one.plays],
  ['시청 시간(분)', (one) => one.minutes],
  ['판매(원)', (one) => one.sales],
]

export const playerErrorColumns: readonly CsvColumn<PlayerError>[] = [
  ['오류', (one) => one.code],
  ['작품', (one) => one.series_title],
  ['회차', (one) => one.episode_number ?? ''],
  ['회차 번호', (one) => one.episode_id],
  ['브라우저', (one) => one.browser],
  ['횟수', (one) => one.count],
  ['마지막 발생', (one) => one.last_seen_at],
  ['내용', (one) => one.detail],
]

export const fileNames = {
  days: '한편-일별-현황',
  works: '한편-작품별-현황',
  player_errors: '한편-재생-오류',
} as const
