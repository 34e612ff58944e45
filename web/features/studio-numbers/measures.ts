import type { DailyStats } from '#contract/studio/analytics.ts'
import { studioNumbersCopy } from '#web/copy/studio-numbers.ts'

const { figures, exact, chart } = studioNumbersCopy

export type Figure = Exclude<keyof DailyStats, 'day'>

/** What the chart shows at a time: one figure, and what stands against it, drawn below the line. */
type Shown = {
  up: Figure
  down?: Figure
  /** At a glance, and to the last one. */
  short: (value: number) => string
  exact: (value: number) => string
  /** What `short` shows more than one of: the axis stands at such. */
  whole?: number
}

export const measures = {
  plays: { up: 'plays', short: figures.plays, exact: exact.plays },
  minutes: { up: 'minutes', short: figures.minutes, exact: exact.minutes, whole: 60 },
  revenue: { up: 'revenue', down: 'refunds', short: figures.won, exact: exact.won },
  subscribers: { up: 'joined', down: 'left', short: figures.people, exact: exact.people },
  members: { up: 'members', short: figures.people, exact: exact.people },
  player_errors: { up: 'player_errors', short: figures.times, exact: exact.times },
} as const satisfies Record<string, Shown>

export type Measure = keyof typeof measures

export const measureFrom = (text: string | null): Measure =>
  text !== null && text in measures ? (text as Measure) : 'plays'

/** What a figure is called beside its bars. */
export const nameOf = (figure: Figure): string =>
  (chart.series as Partial<Record<Figure, string>>)[figure] ?? figure
