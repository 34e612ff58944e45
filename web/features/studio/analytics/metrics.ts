import type { DailyStats } from '#contract/studio/analytics.ts'
import { analyticsMessages } from './messages.ko.ts'

const { figures, exact, chart } = analyticsMessages

export type Metric = Exclude<keyof DailyStats, 'day'>

/** What the chart shows at a time: one figure, and what stands against it, drawn below the line. */
type Shown = {
  up: Metric
  down?: Metric
  /** At a glance, and to the last one. */
  short: (value: number) => string
  exact: (value: number) => string
  /** What `short` shows more than one of: the axis stands at such. */
  whole?: number
}

export const metrics = {
  plays: { up: 'plays', short: figures.plays, exact: exact.plays },
  minutes: { up: 'minutes', short: figures.minutes, exact: exact.minutes, whole: 60 },
  revenue: { up: 'revenue', down: 'refunds', short: figures.won, exact: exact.won },
  subscribers: { up: 'joined', down: 'left', short: figures.people, exact: exact.people },
  members: { up: 'members', short: figures.people, exact: exact.people },
  player_errors: { up: 'player_errors', short: figures.times, exact: exact.times },
} as const satisfies Record<string, Shown>

export type MetricKey = keyof typeof metrics

export const parseMetricParam = (text: string | null): MetricKey =>
  text !== null && text in metrics ? (text as MetricKey) : 'plays'

/** What a figure is called beside its bars. */
export const metricLabel = (figure: Metric): string =>
  (chart.series as Partial<Record<Metric, string>>)[figure] ?? figure

/**
 * Lines of an axis from 0 to at least `most`, at round figures, which are of wholes where there is more than one, as of
 * hours among minutes; `most` of nothing is 1.
 */
export function axisTicks(most: number, whole = 1): number[] {
  if (most <= 0) return [0, 1]
  if (most > whole && whole > 1) return axisTicks(most / whole).map((tick) => tick * whole)
  const rough = most / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, ([1, 2, 2.5, 5, 10].find((one) => one * power >= rough) ?? 10) * power)
  const even = Math.max(1, Math.round(step))
  const ticks = [0]
  while ((ticks.at(-1) ?? 0) < most) ticks.push(ticks.length * even)
  return ticks
}

/**
 * By how many percent the seven whole days before today are above the seven before those; null where there is nothing to
 * compare with. `recent`: fourteen days and today, in order.
 */
export function weekOverWeek(recent: readonly number[]): number | 'new' | null {
  const sum = (from: number, to: number) =>
    recent.slice(from, to).reduce((all, value) => all + value, 0)
  const [before, last] = [sum(0, 7), sum(7, 14)]
  if (before === 0) return last === 0 ? null : 'new'
  return Math.round(((last - before) / before) * 100)
}
