import { expect, test } from 'vitest'
import { groupByMonth } from './payment-item.tsx'

const row = (transaction_date: string) => ({ transaction_date })

test('groups rows by month in Seoul and keeps their order', () => {
  const rows = [
    row('2026-10-31T15:00:00Z'),
    row('2026-10-31T14:59:59Z'),
    row('2026-10-01T00:00:00Z'),
    row('2025-10-01T00:00:00Z'),
  ]
  expect(groupByMonth(rows).map(({ month, rows: group }) => [month, group.length])).toEqual([
    ['2026.11', 1],
    ['2026.10', 2],
    ['2025.10', 1],
  ])
  expect(groupByMonth([])).toEqual([])
})
