import type { ManualCase } from './reconciliation-queries.ts'
import type { Difference } from './match-transactions.ts'
import type { Reconciliation, ReconciliationPeriod } from './reconcile.ts'

const inSeoul = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Seoul',
  dateStyle: 'short',
  timeStyle: 'medium',
})

const differenceLabels: Readonly<Record<Difference['kind'], string>> = {
  not_booked: 'not in the ledger',
  not_at_gateway: 'not at the gateway',
  amount: 'another amount',
  foreign: 'not ours',
  under_way: 'pending',
}

/** Formats a reconciliation for the terminal. */
export function formatReconciliation(result: Reconciliation, { from, to }: ReconciliationPeriod) {
  const { differences, gateway_count, entry_count, manual_cases } = result
  const head =
    `${inSeoul.format(from)} to ${inSeoul.format(to)} (Seoul): ` +
    `${gateway_count} transactions at the gateway, ${entry_count} entries in the ledger.`
  const cases = manual_cases.length > 0 ? ['', ...formatCases(manual_cases)] : []
  if (differences.length === 0) return [head, 'They agree.', ...cases].join('\n')
  const rows = differences.map((difference) => [
    inSeoul.format(new Date(difference.at)),
    differenceLabels[difference.kind],
    difference.movement,
    won(difference.gateway_amount),
    won(difference.ledger_amount),
    difference.order_id,
  ])
  const names = ['at', 'difference', 'movement', 'gateway', 'ledger', 'order']
  const stored = `Stored as reconciliation ${result.id}.`
  return [head, '', ...formatTable([names, ...rows], [3, 4]), '', stored, ...cases].join('\n')
}

/** Formats the open manual cases, with the data that an operator needs at the gateway. */
function formatCases(cases: readonly ManualCase[]): string[] {
  const rows = cases.map((manualCase) => [
    String(manualCase.id),
    inSeoul.format(new Date(manualCase.opened_at)),
    manualCase.kind === 'refund' ? 'refund declined' : 'unmatched payment, cancel declined',
    won(manualCase.amount),
    manualCase.payment_key,
    manualCase.order_id,
    manualCase.failure_code,
  ])
  const names = ['case', 'since', 'what', 'won', 'payment key', 'order', 'failure code']
  return [
    'Open manual cases: the gateway declined the refund, and no member can request it again.',
    ...formatTable([names, ...rows], [0, 3]),
    'To close a resolved case: npm run reconcile -- close CASE "NOTE"',
  ]
}

const won = (amount: number | null) => (amount === null ? '-' : amount.toLocaleString('en-US'))

/** @param rightAligned indexes of right-aligned columns. */
function formatTable(rows: readonly string[][], rightAligned: readonly number[]): string[] {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  const pad = (cell: string, at: number) =>
    rightAligned.includes(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)
  return rows.map((row) => row.map(pad).join('  ').trimEnd())
}
