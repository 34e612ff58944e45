import type { DailyStats } from '#contract/studio/analytics.ts'
import { analyticsMessages } from './messages.ko.ts'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { metrics, type MetricKey, metricLabel } from './metrics.ts'
import { axisTicks } from './metrics.ts'

const { chart: messages } = analyticsMessages
const height = 280
const edge = { top: 12, right: 8, bottom: 28, left: 56 }
/** Bars thinner than this say less than a line. */
const thinnest = 4
/** What 페이지 keys move by. */
const week = 7

/**
 * A measure by the day, bars or, where they would be thin, an area with its line; what stands against it hangs below. One
 * stop of the keyboard: arrows go from day to day, and each is read out. `DayTable` has the same in words.
 */
export function DayChart({
  days,
  today,
  measure,
}: {
  days: readonly DailyStats[]
  /** Not over yet: drawn fainter. */
  today: string
  measure: MetricKey
}) {
  const { frame, width } = useWidth()
  const [active, setActive] = useState<number | null>(null)
  const { up, short, exact, ...rest } = metrics[measure]
  const down = 'down' in rest ? rest.down : null
  const last = days.length - 1
  const highest = Math.max(0, ...days.map((day) => day[up]))
  const lowest = down ? Math.max(0, ...days.map((day) => day[down])) : 0
  const ticks = axisTicks(Math.max(highest, lowest), 'whole' in rest ? rest.whole : 1)
  const step = ticks[1] ?? 1
  const below = Math.floor(lowest / step)
  const above = Math.max(1, Math.ceil(highest / step))
  const lines = Array.from({ length: above + below + 1 }, (_, at) => (at - below) * step)
  // What hangs below the line takes no more room than it needs.
  const [bottom, top] = [-lowest * 1.1, above * step]
  const plot = { width: width - edge.left - edge.right, height: height - edge.top - edge.bottom }
  const slot = plot.width / Math.max(1, days.length)
  const middle = (at: number) => edge.left + slot * (at + 0.5)
  const y = (value: number) => edge.top + plot.height * (1 - (value - bottom) / (top - bottom))
  const empty = highest === 0 && lowest === 0
  const isThin = slot < thinnest
  const shown = active === null ? null : days[active]
  const said = (day: DailyStats) =>
    [up, ...(down ? [down] : [])].map((one) => `${metricLabel(one)} ${exact(day[one])}`).join(', ')

  function press(event: KeyboardEvent) {
    const at = active ?? last
    const to = {
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      PageDown: at - week,
      PageUp: at + week,
      Home: 0,
      End: last,
    }[event.key]
    if (to === undefined) return
    event.preventDefault()
    setActive(Math.min(last, Math.max(0, to)))
  }
  function point(event: { clientX: number; currentTarget: Element }) {
    const { left } = event.currentTarget.getBoundingClientRect()
    const at = Math.floor((event.clientX - left - edge.left) / slot)
    setActive(Math.min(last, Math.max(0, at)))
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
        aria-valuetext={`${messages.day(days[active ?? last]!.day)}, ${said(days[active ?? last]!)}`}
        onKeyDown={press}
        onFocus={(event) => event.target.matches(':focus-visible') && setActive(active ?? last)}
        onBlur={() => setActive(null)}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setActive(null)}
        className="h-full touch-pan-y rounded-lg"
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true" className="block">
            {lines.map((line) => (
              <g key={line}>
                <line
                  x1={edge.left}
                  x2={width - edge.right}
                  y1={y(line)}
                  y2={y(line)}
                  className={line === 0 ? 'stroke-border-strong' : 'stroke-border'}
                />
                <text
                  x={edge.left - 8}
                  y={y(line)}
                  dy="0.32em"
                  textAnchor="end"
                  className="fill-foreground-subtle text-2xs tabular-nums"
                >
                  {empty && line > 0 ? '' : short(Math.abs(line))}
                </text>
              </g>
            ))}
            {shown && (
              <rect
                x={middle(active ?? 0) - Math.max(slot, 2) / 2}
                y={edge.top}
                width={Math.max(slot, 2)}
                height={plot.height}
                className="fill-foreground/10"
              />
            )}
            {[up, ...(down ? [down] : [])].map((figure, kind) => {
              const sign = kind === 0 ? 1 : -1
              const look = kind === 0 ? 'fill-accent' : 'fill-control-border'
              const values = days.map((day) => sign * day[figure])
              return isThin ? (
                <Area
                  key={figure}
                  points={values.map((value, at) => [middle(at), y(value)])}
                  base={y(0)}
                  main={kind === 0}
                />
              ) : (
                <g key={figure} className={look}>
                  {values.map((value, at) => (
                    <Bar
                      key={days[at]!.day}
                      x={middle(at)}
                      width={Math.min(slot * 0.72, 44)}
                      from={y(0)}
                      to={y(value)}
                      faint={days[at]!.day === today}
                    />
                  ))}
                </g>
              )
            })}
            {labelsOf(days, plot.width).map((at) => (
              <text
                key={at}
                x={Math.min(width - 18, middle(at))}
                y={height - 8}
                textAnchor="middle"
                className="fill-foreground-subtle text-2xs tabular-nums"
              >
                {days.length > 120
                  ? messages.short_month(days[at]!.day)
                  : messages.short_day(days[at]!.day)}
              </text>
            ))}
          </svg>
        )}
      </div>
      {empty && (
        <p className="pointer-events-none absolute inset-x-0 top-2/5 text-center text-sm text-foreground-subtle">
          {messages.empty}
        </p>
      )}
      {shown && active !== null && (
        <div
          aria-hidden="true"
          className="pointer-events-none absolute top-1 rounded-lg bg-surface-high px-3 py-2 text-xs whitespace-nowrap shadow-float"
          style={
            middle(active) < width / 2
              ? { left: middle(active) + slot / 2 + 8 }
              : { right: width - middle(active) + slot / 2 + 8 }
          }
        >
          <p className="text-foreground-muted">{messages.day(shown.day)}</p>
          {[up, ...(down ? [down] : [])].map((figure) => (
            <p key={figure} className="mt-0.5 font-semibold tabular-nums">
              {metricLabel(figure)} {exact(shown[figure])}
            </p>
          ))}
          {shown.day === today && <p className="mt-0.5 text-foreground-subtle">{messages.today}</p>}
        </div>
      )}
    </div>
  )
}

function Bar({
  x,
  width,
  from,
  to,
  faint,
}: {
  x: number
  width: number
  from: number
  to: number
  faint: boolean
}) {
  // What happened at all is seen.
  const tall = from === to ? 0 : Math.max(1.5, Math.abs(from - to))
  return (
    <rect
      x={x - width / 2}
      y={to < from ? from - tall : from}
      width={width}
      height={tall}
      rx={Math.min(3, width / 4)}
      className={faint ? 'opacity-50' : ''}
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

/** Which days are named below: as many as there is room for, of a long range the first of months. */
function labelsOf(days: readonly DailyStats[], room: number): number[] {
  const most = Math.max(2, Math.floor(room / 52))
  const all = days.map((_, at) => at)
  const named = days.length > 120 ? all.filter((at) => days[at]!.day.endsWith('-01')) : all
  const every = Math.max(1, Math.ceil(named.length / most))
  // Counted from the end, so that the last is named.
  return named.filter((_, at) => (named.length - 1 - at) % every === 0)
}

/** How wide the frame is, in pixels: letters are not to be scaled with the picture. */
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
