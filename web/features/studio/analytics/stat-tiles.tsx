import type { AnalyticsOverview } from '#contract/studio/analytics.ts'
import { analyticsMessages } from './messages.ko.ts'
import type { ReactNode } from 'react'
import { type Metric, weekOverWeek } from './day-chart.tsx'

const { tiles: messages, figures } = analyticsMessages

/** Today compared with yesterday and last week, each with a two-week sparkline. */
export function StatTiles({ overview }: { overview: AnalyticsOverview }) {
  const { viewers_now, subscribers, today } = overview
  const tileProps = (metric: Metric, short: (value: number) => string) => ({
    value: short(today[metric]),
    notes: [
      messages.yesterday(short(overview.yesterday[metric])),
      messages.week_ago(short(overview.week_ago[metric])),
    ],
    recent: overview.recent.map((day) => day[metric]),
  })
  return (
    <ul
      aria-label={messages.label}
      className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6"
    >
      <Tile
        name={messages.viewers_now}
        value={figures.people(viewers_now)}
        notes={[messages.viewers_now_note]}
        indicator={<Live on={viewers_now > 0} />}
      />
      <Tile name={messages.plays} {...tileProps('plays', figures.plays)} />
      <Tile name={messages.minutes} {...tileProps('minutes', figures.minutes)} />
      <Tile
        name={messages.revenue}
        {...tileProps('revenue', figures.won)}
        more={today.refunds > 0 && messages.refunds(figures.won(today.refunds))}
      />
      <Tile
        name={messages.subscribers}
        value={figures.people(subscribers)}
        notes={[messages.joined(today.joined), messages.left(today.left)]}
        recent={subscribersByDay(overview)}
        isTotal
      />
      <Tile
        name={messages.player_errors}
        {...tileProps('player_errors', figures.times)}
        isIncreaseBad
      />
    </ul>
  )
}

/** Subscribers at the end of each day, computed backwards from the current number. */
function subscribersByDay({ subscribers, recent }: AnalyticsOverview): number[] {
  const ends: number[] = []
  let current = subscribers
  for (const { joined, left } of recent.toReversed()) {
    ends.unshift(current)
    current -= joined - left
  }
  return ends
}

function Tile({
  name,
  value,
  notes,
  more,
  recent,
  indicator,
  isTotal = false,
  isIncreaseBad = false,
}: {
  name: string
  value: string
  /** Each is kept on one line. */
  notes: readonly string[]
  more?: ReactNode
  recent?: readonly number[]
  indicator?: ReactNode
  /** A running total rather than a daily count: its sparkline need not begin at 0. */
  isTotal?: boolean
  /** An increase is bad. */
  isIncreaseBad?: boolean
}) {
  return (
    <li className="flex min-w-0 flex-col panel p-4">
      <h2 className="flex items-center gap-2 text-sm font-semibold text-foreground-muted">
        {indicator}
        {name}
      </h2>
      <p className="mt-2 text-2xl font-extrabold tracking-tight tabular-nums">{value}</p>
      <p className="mt-1 flex flex-wrap gap-x-2 text-xs text-foreground-subtle tabular-nums">
        {notes.map((note) => (
          <span key={note} className="sm:whitespace-nowrap">
            {note}
          </span>
        ))}
      </p>
      {more && <p className="text-xs text-foreground-muted tabular-nums">{more}</p>}
      {recent && (
        <div className="mt-auto flex flex-wrap items-end justify-between gap-x-3 gap-y-1 pt-3">
          <Spark values={recent} name={name} isTotal={isTotal} />
          {!isTotal && <Change recent={recent} isIncreaseBad={isIncreaseBad} />}
        </div>
      )}
    </li>
  )
}

/** Seven days against the seven before. An improvement is green, whatever its direction. */
function Change({ recent, isIncreaseBad }: { recent: readonly number[]; isIncreaseBad: boolean }) {
  const change = weekOverWeek(recent)
  if (change === null) return null
  const rose = change === 'new' || change > 0
  const toneClass =
    change === 0
      ? 'text-foreground-subtle'
      : rose !== isIncreaseBad
        ? 'text-success'
        : 'text-danger'
  return (
    <span
      className={`text-xs font-semibold whitespace-nowrap tabular-nums ${toneClass}`}
      title={messages.week}
    >
      <span className="sr-only">{messages.week} </span>
      {change === 'new' ? messages.fresh : change === 0 ? messages.same : messages.change(change)}
    </span>
  )
}

const spark = { width: 96, height: 28, edge: 2.5 }

function Spark({
  values,
  name,
  isTotal,
}: {
  values: readonly number[]
  name: string
  isTotal: boolean
}) {
  const { width, height, edge } = spark
  const max = Math.max(...values)
  const min = isTotal ? Math.min(...values) : 0
  const y = (value: number) =>
    height - edge - (max === min ? 0 : ((value - min) / (max - min)) * (height - 2 * edge))
  const x = (index: number) => edge + (index / Math.max(1, values.length - 1)) * (width - 2 * edge)
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`)
  return (
    <svg
      role="img"
      aria-label={messages.spark(name)}
      viewBox={`0 0 ${width} ${height}`}
      className="h-7 w-24 shrink-0"
    >
      <polyline
        points={points.join(' ')}
        className="fill-none stroke-foreground-subtle"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle
        cx={x(values.length - 1)}
        cy={y(values.at(-1) ?? 0)}
        r="2.5"
        className="fill-accent"
      />
    </svg>
  )
}

function Live({ on }: { on: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`size-2 rounded-full ${on ? 'animate-pulse bg-success motion-reduce:animate-none' : 'bg-foreground-subtle'}`}
    />
  )
}

export function TilesSkeleton() {
  return (
    <div aria-hidden="true" className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="h-40 panel p-4">
          <div className="shimmer h-4 w-20 rounded-control" />
          <div className="shimmer mt-3 h-7 w-24 rounded-control" />
        </div>
      ))}
    </div>
  )
}
