import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { periodStart } from './billing-period.ts'

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

test('the database reckons periods as we do: anchors 1 to 31, by night and by day, by 48 months', async () => {
  const anchors = Array.from({ length: 31 }, (_, day) =>
    ['00:00:00.001', '08:59:59.999', '23:30:00.500'].map(
      (time) => new Date(`2027-12-${String(day + 1).padStart(2, '0')}T${time}+09:00`),
    ),
  ).flat()
  const { rows } = await world.pool.query<{ anchor: string; n: number; at: string }>(
    `select anchor, n, period_start(anchor, n) as at
     from unnest($1::timestamptz[]) as anchor, generate_series(0, 48) as n`,
    [anchors],
  )
  expect(rows).toHaveLength(31 * 3 * 49)
  for (const { anchor, n, at } of rows)
    expect(periodStart(new Date(anchor), n).toISOString()).toBe(at)
})
