import type { Difference } from './compare-books.ts'
import type { Reconciliation, Span } from './reconcile.ts'

const inSeoul = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Seoul',
  dateStyle: 'short',
  timeStyle: 'medium',
})

const kinds: Readonly<Record<Difference['kind'], string>> = {
  not_booked: 'not in our books',
  not_at_gateway: 'not at the gateway',
  amount: 'another amount',
  foreign: 'none of ours',
  under_way: 'still under way',
}

/** What a reconciliation found, to be read in a terminal. */
export function differencesTable(found: Reconciliation, { from, to }: Span): string {
  const { differences, gateway_count, entry_count } = found
  const head =
    `${inSeoul.format(from)} to ${inSeoul.format(to)} (Seoul): ` +
    `${gateway_count} transactions at the gateway, ${entry_count} entries in our books.`
  if (differences.length === 0) return `${head}\nThey agree.`
  const won = (amount: number | null) => (amount === null ? '-' : amount.toLocaleString('en-US'))
  const rows = differences.map((one) => [
    inSeoul.format(new Date(one.at)),
    kinds[one.kind],
    one.movement,
    won(one.at_gateway),
    won(one.in_books),
    one.order_id,
  ])
  const all = [['at', 'difference', 'movement', 'gateway', 'books', 'order'], ...rows]
  const widths = all[0]?.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0))) ?? []
  const line = (row: string[]) =>
    row
      .map((cell, at) =>
        at === 3 || at === 4 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [head, '', ...all.map(line), '', `Kept as reconciliation ${found.id}.`].join('\n')
}
