import { endpoints } from '#contract/index.ts'
import type { DailyStats } from '#contract/studio/analytics.ts'
import { studioNumbersCopy } from '#web/copy/studio-numbers.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { useState } from 'react'
import { CsvLink } from './csv-link.tsx'
import { DayChart } from './day-chart.tsx'
import { DayTable } from './day-table.tsx'
import { type Figure, type Measure, measures, nameOf } from './measures.ts'
import type { Range } from './range.ts'

const { chart: words, range: rangeWords } = studioNumbersCopy

/** One measure by the day: sums, the chart, and the same as a table of all of them. */
export function DaysSection({
  range,
  days,
  today,
  measure,
  onMeasure,
  busy,
}: {
  range: Range
  days: readonly DailyStats[]
  today: string
  measure: Measure
  onMeasure: (measure: Measure) => void
  busy: boolean
}) {
  const [asTable, setAsTable] = useState(false)
  const { up, exact, ...rest } = measures[measure]
  const shown: Figure[] = 'down' in rest ? [up, rest.down] : [up]
  const sum = (figure: Figure) => days.reduce((all, day) => all + day[figure], 0)
  return (
    <section
      aria-labelledby="days-title"
      aria-busy={busy}
      className={`rounded-xl bg-surface p-4 transition-opacity duration-(--quick) md:p-6 ${busy ? 'opacity-60' : ''}`}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h2 id="days-title" className="text-lg font-bold">
            {words.title}
          </h2>
          <p className="text-sm text-paper-3 tabular-nums">
            {rangeWords.words(range.from, range.to)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button look="outline" aria-expanded={asTable} onClick={() => setAsTable(!asTable)}>
            {asTable ? words.chart : words.table}
          </Button>
          <CsvLink
            call={endpoints.studio_analytics.downloadDays}
            query={{ from: range.from, to: range.to }}
            what={words.title}
          />
        </div>
      </div>
      <div role="group" aria-label={words.measure} className="mt-4 flex flex-wrap gap-2">
        {Object.entries(words.measures).map(([key, name]) => (
          <Chip key={key} selected={key === measure} onClick={() => onMeasure(key as Measure)}>
            {name}
          </Chip>
        ))}
      </div>
      <dl className="mt-5 flex flex-wrap gap-x-8 gap-y-3">
        {shown.map((figure, at) => (
          <div key={figure}>
            <dt className="flex items-center gap-2 text-xs font-semibold text-paper-3">
              <span
                aria-hidden="true"
                className={`size-2.5 rounded-xs ${at === 0 ? 'bg-gam' : 'bg-edge'}`}
              />
              {words.sum(nameOf(figure))}
            </dt>
            <dd className="mt-0.5 text-xl font-bold tabular-nums">
              {exact(sum(figure))}
              <span className="ml-2 text-xs font-normal text-paper-3">
                {words.average(exact(Math.round(sum(figure) / Math.max(1, days.length))))}
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
    <div aria-hidden="true" className="rounded-xl bg-surface p-4 md:p-6">
      <div className="shimmer h-5 w-28 rounded-sm" />
      <div className="shimmer mt-6 h-9 w-full max-w-md rounded-full" />
      <div className="shimmer mt-6 h-72 w-full rounded-lg" />
    </div>
  )
}
