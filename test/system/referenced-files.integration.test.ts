import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageColumns, otherFileColumns } from '../../bin/operations/backup/referenced-files.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

/** Columns whose names sound like files, but hold keys of other things, or nothing any more. */
const notFiles = [
  'gateway_attempts.idempotency_key',
  'idempotency_keys.key',
  'manual_cases.payment_key',
  'orders.payment_key',
  'reconciliation_differences.transaction_key',
  'series.import_key',
  'unmatched_payments.payment_key',
  'wallets.customer_key',
]

test('a backup is checked for the files of every column that names one', async () => {
  const { rows } = await app.pool.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     join pg_type t on t.oid = a.atttypid left join pg_type base on base.oid = t.typbasetype
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not a.attisdropped
       and coalesce(base.typname, t.typname) = 'text'
       and a.attname ~ '(^|_)(key|file|image|picture|poster|path)$'
     order by 1`,
  )
  const expected = [...imageColumns, ...otherFileColumns, ...notFiles]
  expect(rows.map(({ name }) => name)).toEqual(expected.toSorted())
})
