import type { DailyStats } from '#contract/studio/analytics.ts'
import { analyticsMessages } from './messages.ko.ts'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'

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
export const metricKeys = Object.keys(metrics) as MetricKey[]

export const parseMetricParam = (text: string | null): MetricKey =>
  metricKeys.find((key) => key === text) ?? 'plays'

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

const { chart: messages } = analyticsMessages
const height = 280
const margins = { top: 12, right: 8, bottom: 28, left: 56 }
/** Bars narrower than this, in pixels, are replaced by a line. */
const minBarWidth = 4
/** Days that PageUp and PageDown move by. */
const weekLength = 7

/**
 * A metric by day as bars or, where bars would be too narrow, as an area chart; its counterpart is drawn below the
 * axis. One tab stop: arrow keys move from day to day, and each is announced. `DayTable` has the same data as text.
 */
export function DayChart({
  days,
  today,
  measure,
}: {
  days: readonly DailyStats[]
  /** The current day, still incomplete and therefore drawn fainter. */
  today: string
  measure: MetricKey
}) {
  const { frame, width } = useWidth()
  const [active, setActive] = useState<number | null>(null)
  const scale = scaleOf(days, measure, width)
  const { slot, isEmpty } = scale
  const last = days.length - 1

  function press(event: KeyboardEvent) {
    const index = active ?? last
    const to = {
      ArrowLeft: index - 1,
      ArrowDown: index - 1,
      ArrowRight: index + 1,
      ArrowUp: index + 1,
      PageDown: index - weekLength,
      PageUp: index + weekLength,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setActive(Math.min(last, Math.max(0, to)))
  }
  function point(event: { clientX: number; currentTarget: Element }) {
    const { left } = event.currentTarget.getBoundingClientRect()
    const index = Math.floor((event.clientX - left - margins.left) / slot)
    setActive(Math.min(last, Math.max(0, index)))
  }

  return (
    <div ref={frame} className="relative mt-4" style={{ height }}>
      <div
        role="slider"
        tabIndex={0}
        aria-label={messages.slider(messages.measures[measure])}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={active ?? last}
        aria-valuetext={`${messages.day(days[active ?? last]!.day)}, ${valuesOf(days[active ?? last]!, measure)}`}
        onKeyDown={press}
        onFocus={(event) => event.target.matches(':focus-visible') && setActive(active ?? last)}
        onBlur={() => setActive(null)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setActive(null)}
        className="h-full touch-pan-y rounded-control"
      >
        {width > 0 && (
          <Plot days={days} today={today} scale={scale} active={active} measure={measure} />
        )}
      </div>
      {isEmpty && (
        <p className="pointer-events-none absolute inset-x-0 top-2/5 text-center text-sm text-foreground-subtle">
          {messages.empty}
        </p>
      )}
      {active !== null && days[active] && (
        <Tooltip day={days[active]} active={active} today={today} scale={scale} measure={measure} />
      )}
    </div>
  )
}

type Scale = ReturnType<typeof scaleOf>

/** The metrics that a chart draws: the second one below the axis. */
const metricsOf = (measure: MetricKey): Metric[] => {
  const { up, down }: ChartMetric = metrics[measure]
  return [up, ...(down ? [down] : [])]
}

/** The values of a day as text. */
const valuesOf = (day: DailyStats, measure: MetricKey) =>
  metricsOf(measure)
    .map((metric) => `${metricLabel(metric)} ${metrics[measure].exact(day[metric])}`)
    .join(', ')

/** The axis and the positions of days and values in a chart of `width` pixels. */
function scaleOf(days: readonly DailyStats[], measure: MetricKey, width: number) {
  const { up, down, unit }: ChartMetric = metrics[measure]
  const highest = Math.max(0, ...days.map((day) => day[up]))
  const lowest = down ? Math.max(0, ...days.map((day) => day[down])) : 0
  const step = axisTicks(Math.max(highest, lowest), unit)[1] ?? 1
  const below = Math.floor(lowest / step)
  const above = Math.max(1, Math.ceil(highest / step))
  // The part below the axis takes only the height it needs.
  const [bottom, top] = [-lowest * 1.1, above * step]
  const plotWidth = width - margins.left - margins.right
  const plotHeight = height - margins.top - margins.bottom
  const slot = plotWidth / Math.max(1, days.length)
  return {
    width,
    plotWidth,
    plotHeight,
    slot,
    ticks: Array.from({ length: above + below + 1 }, (_, index) => (index - below) * step),
    isEmpty: highest === 0 && lowest === 0,
    centerX: (index: number) => margins.left + slot * (index + 0.5),
    y: (value: number) => margins.top + plotHeight * (1 - (value - bottom) / (top - bottom)),
  }
}

/** Axis, bars or areas, and labels. */
function Plot({
  days,
  today,
  scale,
  active,
  measure,
}: {
  days: readonly DailyStats[]
  today: string
  scale: Scale
  active: number | null
  measure: MetricKey
}) {
  const { width, plotWidth, plotHeight, slot, ticks, isEmpty, centerX, y } = scale
  const isThin = slot < minBarWidth
  return (
    <svg width={width} height={height} aria-hidden="true" className="block">
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={margins.left}
            x2={width - margins.right}
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? 'stroke-border-strong' : 'stroke-border'}
          />
          <text
            x={margins.left - 8}
            y={y(tick)}
            dy="0.32em"
            textAnchor="end"
            className="fill-foreground-subtle text-2xs tabular-nums"
          >
            {isEmpty && tick > 0 ? '' : metrics[measure].short(Math.abs(tick))}
          </text>
        </g>
      ))}
      {active !== null && (
        <rect
          x={centerX(active) - Math.max(slot, 2) / 2}
          y={margins.top}
          width={Math.max(slot, 2)}
          height={plotHeight}
          className="fill-foreground/10"
        />
      )}
      {metricsOf(measure).map((metric, kind) => {
        const sign = kind === 0 ? 1 : -1
        const fillClass = kind === 0 ? 'fill-accent' : 'fill-control-border'
        const values = days.map((day) => sign * day[metric])
        return isThin ? (
          <Area
            key={metric}
            points={values.map((value, index) => [centerX(index), y(value)])}
            base={y(0)}
            main={kind === 0}
          />
        ) : (
          <g key={metric} className={fillClass}>
            {values.map((value, index) => (
              <Bar
                key={days[index]!.day}
                x={centerX(index)}
                width={Math.min(slot * 0.72, 44)}
                from={y(0)}
                to={y(value)}
                faint={days[index]!.day === today}
              />
            ))}
          </g>
        )
      })}
      {labelsOf(days, plotWidth).map((index) => (
        <text
          key={index}
          x={Math.min(width - 18, centerX(index))}
          y={height - 8}
          textAnchor="middle"
          className="fill-foreground-subtle text-2xs tabular-nums"
        >
          {days.length > 120
            ? messages.short_month(days[index]!.day)
            : messages.short_day(days[index]!.day)}
        </text>
      ))}
    </svg>
  )
}

/** The values of the active day. */
function Tooltip({
  day,
  active,
  today,
  scale: { width, slot, centerX },
  measure,
}: {
  day: DailyStats
  active: number
  today: string
  scale: Scale
  measure: MetricKey
}) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-1 rounded-control bg-surface-high px-3 py-2 text-xs whitespace-nowrap shadow-float"
      style={
        centerX(active) < width / 2
          ? { left: centerX(active) + slot / 2 + 8 }
          : { right: width - centerX(active) + slot / 2 + 8 }
      }
    >
      <p className="text-foreground-muted">{messages.day(day.day)}</p>
      {metricsOf(measure).map((metric) => (
        <p key={metric} className="mt-1 font-semibold tabular-nums">
          {metricLabel(metric)} {metrics[measure].exact(day[metric])}
        </p>
      ))}
      {day.day === today && <p className="mt-1 text-foreground-subtle">{messages.today}</p>}
    </div>
  )
}

function Bar({
  x,
  width,
  from,
  to,
  faint: isIncomplete,
}: {
  x: number
  width: number
  from: number
  to: number
  faint: boolean
}) {
  // A value above zero is always visible.
  const barHeight = from === to ? 0 : Math.max(1.5, Math.abs(from - to))
  return (
    <rect
      x={x - width / 2}
      y={to < from ? from - barHeight : from}
      width={width}
      height={barHeight}
      rx={Math.min(3, width / 4)}
      className={isIncomplete ? 'opacity-50' : ''}
    />
  )
}

function Area({
  points,
  base,
  main,
}: {
  points: readonly (readonly [number, number])[]
  base: number
  main: boolean
}) {
  const line = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')
  const [first, last] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0]
  return (
    <g>
      <path
        d={`M${first} ${base}L${line}L${last} ${base}z`}
        className={main ? 'fill-accent/20' : 'fill-control-border/20'}
      />
      <path
        d={`M${line}`}
        className={`fill-none ${main ? 'stroke-accent' : 'stroke-control-border'}`}
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </g>
  )
}

/** The days labelled below the axis: as many as fit; for a long range, the first days of months. */
function labelsOf(days: readonly DailyStats[], room: number): number[] {
  const maxLabels = Math.max(2, Math.floor(room / 52))
  const all = days.map((_, index) => index)
  const candidates =
    days.length > 120 ? all.filter((index) => days[index]!.day.endsWith('-01')) : all
  const stride = Math.max(1, Math.ceil(candidates.length / maxLabels))
  // Counted from the end, so that the last day is labelled.
  return candidates.filter((_, index) => (candidates.length - 1 - index) % stride === 0)
}

/** The width of the container in pixels. The chart is not scaled, so that its text keeps its size. */
function useWidth() {
  const frame = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const { current } = frame
    if (!current) return
    const observer = new ResizeObserver(() => setWidth(current.clientWidth))
    observer.observe(current)
    setWidth(current.clientWidth)
    return () => observer.disconnect()
  }, [])
  return { frame, width }
}
