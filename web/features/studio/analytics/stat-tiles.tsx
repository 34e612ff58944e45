import type { AnalyticsOverview } from '#contract/studio/analytics.ts'
import { analyticsMessages } from './messages.ko.ts'
import type { ReactNode } from 'react'
import type { Metric } from './metrics.ts'
import { weekOverWeek } from './metrics.ts'

const { tiles: messages, figures } = analyticsMessages

/** Today beside yesterday and last week, each with the line of its fortnight. */
export function StatTiles({ overview }: { overview: AnalyticsOverview }) {
  const { viewers_now, subscribers, today } = overview
  const of = (figure: Metric, short: (value: number) => string) => ({
    value: short(today[figure]),
    notes: [
      messages.yesterday(short(overview.yesterday[figure])),
      messages.week_ago(short(overview.week_ago[figure])),
    ],
    recent: overview.recent.map((day) => day[figure]),
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
        mark={<Live on={viewers_now > 0} />}
      />
      <Tile name={messages.plays} {...of('plays', figures.plays)} />
      <Tile name={messages.minutes} {...of('minutes', figures.minutes)} />
      <Tile
        name={messages.revenue}
        {...of('revenue', figures.won)}
        more={today.refunds > 0 && messages.refunds(figures.won(today.refunds))}
      />
      <Tile
        name={messages.subscribers}
        value={figures.people(subscribers)}
        notes={[messages.joined(today.joined), messages.left(today.left)]}
        recent={standing(overview)}
        total
      />
      <Tile name={messages.player_errors} {...of('player_errors', figures.times)} bad />
    </ul>
  )
}

/** How many subscribed at the end of each of these days, reckoned back from how many do. */
function standing({ subscribers, recent }: AnalyticsOverview): number[] {
  const ends: number[] = []
  let now = subscribers
  for (const { joined, left } of recent.toReversed()) {
    ends.unshift(now)
    now -= joined - left
  }
  return ends
}

function Tile({
  name,
  value,
  notes,
  more,
  recent,
  mark,
  total = false,
  bad = false,
}: {
  name: string
  value: string
  /** Each in one piece. */
  notes: readonly string[]
  more?: ReactNode
  recent?: readonly number[]
  mark?: ReactNode
  /** It stands, and is not counted anew each day: its line need not begin at 0. */
  total?: boolean
  /** More of it is worse. */
  bad?: boolean
}) {
  return (
    <li className="flex min-w-0 flex-col rounded-xl bg-surface p-4">
      <h2 className="flex items-center gap-2 text-sm font-semibold text-foreground-muted">
        {mark}
        {name}
      </h2>
      <p className="mt-1.5 text-2xl font-extrabold tracking-tight tabular-nums">{value}</p>
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
          <Spark values={recent} name={name} total={total} />
          {!total && <Change recent={recent} bad={bad} />}
        </div>
      )}
    </li>
  )
}

/** Seven days against the seven before. What is good is green whichever way it points. */
function Change({ recent, bad }: { recent: readonly number[]; bad: boolean }) {
  const change = weekOverWeek(recent)
  if (change === null) return null
  const rose = change === 'new' || change > 0
  const look =
    change === 0 ? 'text-foreground-subtle' : rose !== bad ? 'text-success' : 'text-danger'
  return (
    <span
      className={`text-xs font-semibold whitespace-nowrap tabular-nums ${look}`}
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
  total,
}: {
  values: readonly number[]
  name: string
  total: boolean
}) {
  const { width, height, edge } = spark
  const most = Math.max(...values)
  const least = total ? Math.min(...values) : 0
  const y = (value: number) =>
    height - edge - (most === least ? 0 : ((value - least) / (most - least)) * (height - 2 * edge))
  const x = (at: number) => edge + (at / Math.max(1, values.length - 1)) * (width - 2 * edge)
  const points = values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`)
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
      {Array.from({ length: 6 }, (_, at) => (
        <div key={at} className="h-40 rounded-xl bg-surface p-4">
          <div className="shimmer h-4 w-20 rounded-sm" />
          <div className="shimmer mt-3 h-7 w-24 rounded-sm" />
        </div>
      ))}
    </div>
  )
}
