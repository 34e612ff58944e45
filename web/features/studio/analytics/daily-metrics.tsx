import { endpoints } from '#contract/index.ts'
import { DailyStats } from '#contract/studio/analytics.ts'
import { analyticsMessages } from './messages.ko.ts'
import { Button } from '#web/ui/base/button.tsx'
import { Chip } from '#web/ui/forms/chip.tsx'
import { useState } from 'react'
import { CsvLink } from './csv-link.tsx'
import {
  DayChart,
  type Metric,
  type MetricKey,
  metricKeys,
  metrics,
  metricLabel,
} from './day-chart.tsx'
import type { DateRange } from './date-range-picker.tsx'
import { formatCount } from '#web/lib/format.ts'

const { chart: messages, range: rangeMessages } = analyticsMessages

/** One metric by day: totals, the chart, and a table of all metrics. */
export function DailyMetrics({
  range,
  days,
  today,
  measure,
  onMeasure,
  busy,
}: {
  range: DateRange
  days: readonly DailyStats[]
  today: string
  measure: MetricKey
  onMeasure: (measure: MetricKey) => void
  busy: boolean
}) {
  const [asTable, setAsTable] = useState(false)
  const { up, exact, ...rest } = metrics[measure]
  const shownMetrics: Metric[] = 'down' in rest ? [up, rest.down] : [up]
  const sum = (metric: Metric) => days.reduce((total, day) => total + day[metric], 0)
  return (
    <section
      aria-labelledby="days-title"
      aria-busy={busy}
      className={`panel p-4 transition-opacity duration-(--duration-fast) md:p-6 ${busy ? 'opacity-60' : ''}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="days-title" className="text-lg font-bold">
            {messages.title}
          </h2>
          <p className="text-sm text-foreground-subtle tabular-nums">
            {rangeMessages.between(range.from, range.to)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? messages.chart : messages.table}
          </Button>
          <CsvLink
            call={endpoints.studio_analytics.downloadDays}
            query={{ from: range.from, to: range.to }}
            tableName={messages.title}
          />
        </div>
      </div>
      <div role="group" aria-label={messages.measure} className="mt-4 flex flex-wrap gap-2">
        {metricKeys.map((key) => (
          <Chip key={key} selected={key === measure} onClick={() => onMeasure(key)}>
            {messages.measures[key]}
          </Chip>
        ))}
      </div>
      <dl className="mt-5 flex flex-wrap gap-x-8 gap-y-3">
        {shownMetrics.map((metric, index) => (
          <div key={metric}>
            <dt className="flex items-center gap-2 text-xs font-semibold text-foreground-subtle">
              <span
                aria-hidden="true"
                className={`size-3 rounded-control ${index === 0 ? 'bg-accent' : 'bg-control-border'}`}
              />
              {messages.sum(metricLabel(metric))}
            </dt>
            <dd className="mt-1 text-xl font-bold tabular-nums">
              {exact(sum(metric))}
              <span className="ml-2 text-xs font-normal text-foreground-subtle">
                {messages.average(exact(Math.round(sum(metric) / Math.max(1, days.length))))}
              </span>
            </dd>
          </div>
        ))}
      </dl>
      <DayChart key={`${range.from} ${range.to}`} days={days} today={today} measure={measure} />
      {asTable && <DayTable days={days} />}
    </section>
  )
}

export function DaysSkeleton() {
  return (
    <div aria-hidden="true" className="rounded-sheet bg-surface p-4 md:p-6">
      <div className="shimmer h-5 w-28 rounded-control" />
      <div className="shimmer mt-6 h-9 w-full max-w-md rounded-full" />
      <div className="shimmer mt-6 h-72 w-full rounded-card" />
    </div>
  )
}

const columns = Object.keys(DailyStats.shape) as (keyof DailyStats)[]

/** Exact values of every day, newest first. Scrolls horizontally, since it is wider than most screens. */
function DayTable({ days }: { days: readonly DailyStats[] }) {
  return (
    <div
      role="region"
      aria-label={messages.table_label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it by the arrow keys
      tabIndex={0}
      className="mt-5 max-h-[70vh] overflow-auto rounded-card border border-border"
    >
      <table aria-label={messages.table_label} className="w-full text-sm">
        <thead>
          <tr>
            {columns.map((key) => (
              <th
                key={key}
                scope="col"
                className={`sticky top-0 bg-surface-raised px-3 py-3 text-xs font-semibold whitespace-nowrap text-foreground-muted ${key === 'day' ? 'left-0 z-sticky-raised text-left' : 'z-sticky text-right'}`}
              >
                {messages.columns[key]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day} className="border-t border-border">
              {columns.map((key) =>
                key === 'day' ? (
                  <th
                    key={key}
                    scope="row"
                    className="sticky left-0 bg-surface px-3 py-2 text-left font-medium whitespace-nowrap tabular-nums"
                  >
                    {day.day}
                  </th>
                ) : (
                  <td
                    key={key}
                    className={`px-3 py-2 text-right tabular-nums ${day[key] === 0 ? 'text-foreground-subtle' : ''}`}
                  >
                    {formatCount(day[key])}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
