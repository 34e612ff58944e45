import type { DailyStats } from '#contract/studio/analytics.ts'
import { analyticsMessages } from './messages.ko.ts'

const { figures, exact, chart } = analyticsMessages

export type Metric = Exclude<keyof DailyStats, 'day'>

/** A metric of the chart, with the counterpart drawn below the axis. */
type ChartMetric = {
  up: Metric
  down?: Metric
  /** Abbreviated and exact format. */
  short: (value: number) => string
  exact: (value: number) => string
  /** The unit that `short` rounds to; axis ticks are multiples of it. */
  unit?: number
}

export const metrics = {
  plays: { up: 'plays', short: figures.plays, exact: exact.plays },
  minutes: { up: 'minutes', short: figures.minutes, exact: exact.minutes, unit: 60 },
  revenue: { up: 'revenue', down: 'refunds', short: figures.won, exact: exact.won },
  subscribers: { up: 'joined', down: 'left', short: figures.people, exact: exact.people },
  members: { up: 'members', short: figures.people, exact: exact.people },
  player_errors: { up: 'player_errors', short: figures.times, exact: exact.times },
} as const satisfies Record<string, ChartMetric>

export type MetricKey = keyof typeof metrics

export const parseMetricParam = (text: string | null): MetricKey =>
  text !== null && text in metrics ? (text as MetricKey) : 'plays'

/** The label of a metric in the chart. */
export const metricLabel = (metric: Metric): string =>
  (chart.series as Partial<Record<Metric, string>>)[metric] ?? metric

/**
 * Axis ticks from 0 to at least `max`, at round values, which are multiples of `unit` if `max` exceeds it (hours among
 * minutes). A `max` of 0 counts as 1.
 */
export function axisTicks(max: number, unit = 1): number[] {
  if (max <= 0) return [0, 1]
  if (max > unit && unit > 1) return axisTicks(max / unit).map((tick) => tick * unit)
  const roughStep = max / 4
  const power = 10 ** Math.floor(Math.log10(roughStep))
  const step = Math.max(
    1,
    ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= roughStep) ?? 10) * power,
  )
  const evenStep = Math.max(1, Math.round(step))
  const ticks = [0]
  while ((ticks.at(-1) ?? 0) < max) ticks.push(ticks.length * evenStep)
  return ticks
}

/**
 * The change in percent of the seven full days before today against the seven before those; null if there is nothing to
 * compare.
 * @param recent fourteen days and today, in order.
 */
export function weekOverWeek(recent: readonly number[]): number | 'new' | null {
  const sum = (from: number, to: number) =>
    recent.slice(from, to).reduce((all, value) => all + value, 0)
  const [before, last] = [sum(0, 7), sum(7, 14)]
  if (before === 0) return last === 0 ? null : 'new'
  return Math.round(((last - before) / before) * 100)
}
