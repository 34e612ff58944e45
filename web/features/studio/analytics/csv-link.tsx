import { buildPath, type Endpoint } from '#contract/core/endpoint.ts'
import { analyticsMessages } from './messages.ko.ts'

/** Takes the same days home as a file. A link: the browser downloads, and shows how far it is. */
export function CsvLink({
  call,
  query,
  what,
}: {
  call: Endpoint
  query: { from: string; to: string; by?: string; kind?: string }
  /** Of what, for who hears the link alone. */
  what: string
}) {
  return (
    <a
      href={buildPath(call, { query })}
      download
      aria-label={analyticsMessages.csv_of(what)}
      className="inline-flex min-h-11 items-center rounded-lg px-4 text-base font-semibold whitespace-nowrap text-foreground inset-ring inset-ring-border-strong transition-colors duration-(--duration-fast) hover:bg-surface-raised"
    >
      {analyticsMessages.csv}
    </a>
  )
}
