import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { calendarDay, timestamp } from './fields.ts'

test.each([
  ['an instant', timestamp, 'T00:00:00Z'],
  ['a day', calendarDay, ''],
] as const)(
  'takes %s from the year 1, because PostgreSQL has no year 0',
  (_title, schema, time) => {
    expect(z.safeParse(schema, `0000-12-31${time}`).success).toBe(false)
    expect(z.safeParse(schema, `0001-01-01${time}`).success).toBe(true)
  },
)
