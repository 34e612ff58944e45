import type { ManualCase } from './manual-cases.ts'
import type { Difference } from './match-transactions.ts'
import type { Reconciliation, ReconciliationPeriod } from './reconcile.ts'

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
export function formatReconciliation(
  found: Reconciliation,
  { from, to }: ReconciliationPeriod,
): string {
  const { differences, gateway_count, entry_count, open_cases } = found
  const head =
    `${inSeoul.format(from)} to ${inSeoul.format(to)} (Seoul): ` +
    `${gateway_count} transactions at the gateway, ${entry_count} entries in our books.`
  const cases = open_cases.length > 0 ? ['', ...casesLines(open_cases)] : []
  if (differences.length === 0) return [head, 'They agree.', ...cases].join('\n')
  const rows = differences.map((one) => [
    inSeoul.format(new Date(one.at)),
    kinds[one.kind],
    one.movement,
    won(one.at_gateway),
    won(one.in_books),
    one.order_id,
  ])
  const names = ['at', 'difference', 'movement', 'gateway', 'books', 'order']
  const kept = `Kept as reconciliation ${found.id}.`
  return [head, '', ...linesOf([names, ...rows], [3, 4]), '', kept, ...cases].join('\n')
}

/** What waits for an operator, with all that he needs at the gateway. */
function casesLines(cases: readonly ManualCase[]): string[] {
  const rows = cases.map((one) => [
    String(one.id),
    inSeoul.format(new Date(one.opened_at)),
    one.kind === 'refund' ? 'refund refused' : 'none of ours, not cancelled',
    won(one.amount),
    one.payment_key,
    one.order_id,
    one.failure_code,
  ])
  const names = ['case', 'since', 'what', 'won', 'payment key', 'order', 'the gateway says']
  return [
    'Money that the gateway does not give back, and that nobody is there to ask for again:',
    ...linesOf([names, ...rows], [0, 3]),
    'When it is seen to: npm run reconcile -- close CASE "NOTE"',
  ]
}

const won = (amount: number | null) => (amount === null ? '-' : amount.toLocaleString('en-US'))

/** @param figures the columns that stand to the right. */
function linesOf(rows: readonly string[][], figures: readonly number[]): string[] {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  const pad = (cell: string, at: number) =>
    figures.includes(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)
  return rows.map((row) => row.map(pad).join('  ').trimEnd())
}
