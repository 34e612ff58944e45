import { buildPath, type Endpoint } from '#contract/core/endpoint.ts'
import { analyticsMessages } from './messages.ko.ts'

/** Downloads the same rows as CSV. A link, so that the browser shows the progress. */
export function CsvLink({
  call,
  query,
  tableName,
}: {
  call: Endpoint
  query: Readonly<Record<string, string>>
  /** The table's name for the link's accessible name. */
  tableName: string
}) {
  return (
    <a
      href={buildPath(call, { query })}
      download
      aria-label={analyticsMessages.csv_of(tableName)}
      className="inline-flex min-h-11 items-center rounded-control px-4 text-base font-semibold whitespace-nowrap text-foreground inset-ring inset-ring-border-strong transition-colors duration-(--duration-fast) hover:bg-surface-raised"
    >
      {analyticsMessages.csv}
    </a>
  )
}
