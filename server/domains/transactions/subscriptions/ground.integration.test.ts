import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { periodStart } from './billing-period.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

test('the database computes the same periods: anchors 1 to 31 at three times of day over 48 months', async () => {
  const anchors = Array.from({ length: 31 }, (_, day) =>
    ['00:00:00.001', '08:59:59.999', '23:30:00.500'].map(
      (time) => new Date(`2027-12-${String(day + 1).padStart(2, '0')}T${time}+09:00`),
    ),
  ).flat()
  const { rows } = await app.pool.query<{ anchor: string; n: number; at: string }>(
    `select anchor, n, period_start(anchor, n) as at
     from unnest($1::timestamptz[]) as anchor, generate_series(0, 48) as n`,
    [anchors],
  )
  expect(rows).toHaveLength(31 * 3 * 49)
  for (const { anchor, n, at } of rows)
    expect(periodStart(new Date(anchor), n).toISOString()).toBe(at)
})
