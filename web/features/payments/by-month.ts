import { date } from '#web/copy/format.ts'

/** Rows under their months in Seoul, as they come: `month` is `2026.11`. */
export function byMonth<T extends { transaction_date: string }>(
  rows: readonly T[],
): { month: string; rows: T[] }[] {
  const months: { month: string; rows: T[] }[] = []
  for (const row of rows) {
    const month = date(row.transaction_date).split('.').slice(0, 2).join('.')
    const last = months.at(-1)
    if (last?.month === month) last.rows.push(row)
    else months.push({ month, rows: [row] })
  }
  return months
}
