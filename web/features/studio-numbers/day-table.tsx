import type { DailyStats } from '#contract/studio/analytics.ts'
import { count } from '#web/copy/format.ts'
import { studioNumbersCopy } from '#web/copy/studio-numbers.ts'

const { chart: words } = studioNumbersCopy
const columns = Object.entries(words.columns) as [keyof DailyStats, string][]

/** Every figure of every day, exact, the last day first. Wider than most screens: it moves within its frame. */
export function DayTable({ days }: { days: readonly DailyStats[] }) {
  return (
    <div
      role="region"
      aria-label={words.table_label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- whoever has no mouse moves it by the arrows
      tabIndex={0}
      className="mt-5 max-h-[70vh] overflow-auto rounded-lg border border-line"
    >
      <table aria-label={words.table_label} className="w-full text-sm">
        <thead>
          <tr>
            {columns.map(([key, name]) => (
              <th
                key={key}
                scope="col"
                className={`sticky top-0 bg-surface-2 px-3 py-2.5 text-xs font-semibold whitespace-nowrap text-paper-2 ${key === 'day' ? 'left-0 z-sticky-raised text-left' : 'z-sticky text-right'}`}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.day} className="border-t border-line">
              {columns.map(([key]) =>
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
                    className={`px-3 py-2 text-right tabular-nums ${day[key] === 0 ? 'text-paper-3' : ''}`}
                  >
                    {count(day[key])}
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
