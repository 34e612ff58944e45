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
  'inquiries.attachment_name',
  'inquiries.attachment_type',
  'manual_cases.payment_key',
  'media_assets.poster_color',
  'notification_events.key',
  'orders.payment_key',
  'profiles.avatar',
  'reconciliation_differences.transaction_key',
  'series.import_key',
  'unmatched_payments.payment_key',
  'wallets.customer_key',
]

/** Words in names of columns that may refer to files; a column of another name that holds one needs its word here. */
const words =
  'key|file|image|picture|photo|poster|backdrop|thumbnail|still|logo|icon|cover|avatar|attachment|asset|folder|path|clip|trailer'

test('a backup is checked for the files of every column that names one', async () => {
  const { rows } = await app.pool.query<{ name: string }>(
    `select c.relname || '.' || a.attname as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid
     join pg_type t on t.oid = a.atttypid left join pg_type base on base.oid = t.typbasetype
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and not a.attisdropped
       and coalesce(base.typname, t.typname) in ('text', 'varchar', 'json', 'jsonb', '_text')
       and t.typname <> 'hex_color'
       and (t.typname = 'image_key' or a.attname ~ ('(^|_)(' || $1 || ')s?(_|$)'))
     order by 1`,
    [words],
  )
  const expected = [...imageColumns, ...otherFileColumns, ...notFiles]
  expect(rows.map(({ name }) => name)).toEqual(expected.toSorted())
})
