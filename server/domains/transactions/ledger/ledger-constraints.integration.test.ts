import { transactions } from '#contract/transactions/transactions.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { connectAsOwner } from '#test/app/owner-statements.ts'
import { buyWithPoints, makePaidEpisode, orderTopUp, topUp } from '#test/fixtures/payments.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let owner: Awaited<ReturnType<typeof connectAsOwner>>
let member: TestMember
let wallet: number
beforeAll(async () => {
  app = await openTestApp({ gateway: true })
  owner = await connectAsOwner(app)
  member = await makeMember(app)
  await topUp(app, member, 10_000)
  await buyWithPoints(member, await makePaidEpisode(app, { price: 1_000 }), 1_000)
  wallet = await owner.walletOf(member.id)
})
afterAll(async () => {
  await owner?.close()
  await app?.close()
})
const outcome = (...statements: string[]) => owner.outcome(...statements)

let source = 0
const entry = (columns: Record<string, string | number> = {}) => {
  const all: Record<string, string | number> = {
    wallet_id: wallet,
    kind: 'correction',
    source_type: 'grant',
    source_id: --source,
    title: '시험',
    created_at: app.clock.now().toISOString(),
    ...columns,
  }
  const text = Object.values(all).map((value) => `'${value}'`)
  return `insert into ledger_entries (${Object.keys(all).join()}) values (${text.join()})`
}
const posting = (unit: string, account: string, side: string, amount: number) =>
  `insert into ledger_postings (entry_id, unit, account, side, amount, wallet_id)
   select max(id), '${unit}', '${account}', '${side}', ${amount}, ${account === 'wallet' ? wallet : 'null'}
   from ledger_entries where wallet_id = ${wallet}`
const lot = (kind: string, amount: number) =>
  `insert into point_lots (wallet_id, kind, entry_id, amount, expires_at, created_at)
   select ${wallet}, '${kind}', max(id), ${amount}, now() + interval '1 year', now()
   from ledger_entries where wallet_id = ${wallet}`
const move = (lot_id: string, change: number) =>
  `insert into point_lot_movements (entry_id, lot_id, change)
   select max(id), ${lot_id}, ${change} from ledger_entries where wallet_id = ${wallet}`
const newLot = '(select max(id) from point_lots)'
const lotOf = (kind: string) =>
  `(select min(id) from point_lots where wallet_id = ${wallet} and kind = '${kind}')`

/** A complete grant of event points; the tests below leave out one part of it. */
const grant = (amount: number) => [
  entry({ event_point: amount }),
  posting('event', 'granted', 'debit', amount),
  posting('event', 'wallet', 'credit', amount),
  lot('event', amount),
  move(newLot, amount),
]

test('accepts a complete entry', async () => {
  expect(await outcome(...grant(5))).toBe('done')
})

test('an entry balances per unit', async () => {
  expect(await outcome(entry(), posting('won', 'sales', 'debit', 5))).toContain('does not balance')
  expect(
    await outcome(
      entry(),
      posting('won', 'sales', 'debit', 5),
      posting('won', 'prepaid', 'credit', 4),
    ),
  ).toContain('does not balance')
  expect(
    await outcome(
      entry(),
      posting('event', 'spent', 'debit', 5),
      posting('paid', 'spent', 'credit', 5),
    ),
  ).toContain('does not balance')
})

test('the ledger is append-only for every role', async () => {
  for (const table of ['ledger_entries', 'ledger_postings', 'point_lot_movements']) {
    const changed = table === 'point_lot_movements' ? 'change = change' : 'entry_id = entry_id'
    const column = table === 'ledger_entries' ? 'title = title' : changed
    expect(await outcome(`update ${table} set ${column}`)).toContain('is append-only')
    expect(await outcome(`delete from ${table}`)).toContain('is append-only')
    expect(await outcome(`truncate ${table} cascade`)).toContain('is append-only')
    await expect(app.pool.query(`update ${table} set ${column}`)).rejects.toThrow(
      'permission denied',
    )
    await expect(app.pool.query(`delete from ${table}`)).rejects.toThrow('permission denied')
  }
  // A committed entry cannot be extended either.
  expect(
    await outcome(posting('won', 'sales', 'debit', 5), posting('won', 'prepaid', 'credit', 5)),
  ).toContain('must belong to an entry of the same transaction')
  expect(await outcome(move(lotOf('paid'), 1))).toContain(
    'must belong to an entry of the same transaction',
  )
  for (const sql of [
    'update wallets set paid_point = 1',
    'update wallets set member_id = null',
    'delete from wallets',
    'update point_lots set remaining = 0',
    'delete from point_lots',
    'delete from orders',
    'delete from purchases',
    'delete from refunds',
  ])
    await expect(app.pool.query(sql), sql).rejects.toThrow('permission denied')
})

test('an entry matches its postings, and no balance is negative', async () => {
  expect(await outcome(entry({ event_point: 5 }))).toContain('does not match its postings')
  const [head = '', ...rest] = grant(5)
  expect(await outcome(head.replace("'5'", "'6'"), ...rest)).toContain(
    'does not match its postings',
  )
  expect(await outcome(entry({ event_point: -1_000_000 }))).toBe('wallets_event_point_check')
  expect(await outcome(entry({ paid_point: -1_000_000 }))).toBe('wallets_paid_point_check')
  // On the wallet of another member.
  const other = await makeMember(app)
  await orderTopUp(other, 1_000)
  const foreignPosting = posting('event', 'wallet', 'credit', 5).replace(
    `, ${wallet}\n`,
    `, ${await owner.walletOf(other.id)}\n`,
  )
  const [, from = '', , lots = '', moves = ''] = grant(5)
  expect(await outcome(entry({ event_point: 5 }), from, foreignPosting, lots, moves)).toContain(
    'does not match its postings',
  )
})

test('amounts are whole numbers from 1 to 10,000,000 on existing accounts', async () => {
  for (const amount of [0, -5, 10_000_001])
    expect(await outcome(entry(), posting('won', 'sales', 'debit', amount))).toBe(
      'ledger_postings_amount_check',
    )
  expect(await outcome(entry(), posting('won', 'wallet', 'debit', 5))).toBe('ledger_account_check')
  expect(await outcome(entry(), posting('paid', 'granted', 'debit', 5))).toBe(
    'ledger_account_check',
  )
})

test('one entry per source', async () => {
  const source_columns = { source_type: 'grant', source_id: 77 }
  expect(await outcome(entry(source_columns), entry(source_columns))).toBe(
    'ledger_one_entry_per_source',
  )
})

test('a spend equals the sum of its lot moves, each within its lot', async () => {
  const spend = [posting('event', 'wallet', 'debit', 5), posting('event', 'spent', 'credit', 5)]
  const out = entry({ event_point: -5 })
  expect(await outcome(out, ...spend)).toContain('does not match its lot movements')
  expect(await outcome(out, ...spend, move(newLot, -4))).toContain(
    'does not match its lot movements',
  )
  expect(await outcome(...grant(9), out, ...spend, move(lotOf('paid'), -5))).toContain(
    'does not match its lot movements',
  )
  expect(await outcome(...grant(3), entry({ event_point: -5 }), ...spend, move(newLot, -5))).toBe(
    'lot_remaining_check',
  )
  expect(await outcome(`update point_lots set remaining = -1`)).toBe('lot_remaining_check')
})

test('refunded points return to their original lots, once', async () => {
  const back = [posting('event', 'spent', 'debit', 300), posting('event', 'wallet', 'credit', 300)]
  const bought = `(select id from ledger_entries where wallet_id = ${wallet} and kind = 'purchase')`
  const reversal = (reverses_entry_id: string | null) =>
    entry({ event_point: 300 }).replace(
      /\) values \((.*)\)$/,
      (_, values: string) => `, reverses_entry_id) select ${values}, ${reverses_entry_id}`,
    )
  const to = move(lotOf('event'), 300)
  expect(await outcome(reversal('null::bigint'), ...back, to)).toContain(
    'returns points to a lot that they did not come from',
  )
  expect(await outcome(reversal(bought), ...back, move(lotOf('event'), 299))).toMatch(
    /lot movements|returns points/,
  )
  expect(await outcome(reversal(bought), ...back, to)).toBe('done')
  expect(await outcome(reversal(bought), ...back, to)).toBe('ledger_reversal_once')
})

test('paid points come only from confirmed top-ups', async () => {
  expect(
    await outcome(
      entry({ paid_point: 5 }),
      posting('paid', 'issued', 'debit', 5),
      posting('paid', 'wallet', 'credit', 5),
      lot('paid', 5),
      move(newLot, 5),
    ),
  ).toContain('issues paid points without a paid top-up')
})

test('won is posted only for paid orders', async () => {
  expect(
    await outcome(
      entry({ amount_krw: 5 }),
      posting('won', 'gateway', 'debit', 5),
      posting('won', 'sales', 'credit', 5),
    ),
  ).toContain('posts won without a paid order')
})

test('keeps the ledger without the name of a deleted member', async () => {
  const deletedMember = await makeMember(app)
  await topUp(app, deletedMember, 1_000)
  await deletedMember.call(transactions.listLedgerEntries, { query: {} })
  const entries = async () => {
    const { rows } = await owner.client.query<{ count: number }>(
      `select count(*)::int as count from ledger_entries`,
    )
    return rows[0]?.count
  }
  const before = await entries()
  await owner.client.query('delete from members where id = $1', [deletedMember.id])
  expect(await entries()).toBe(before)
  const { rows } = await owner.client.query('select from wallets where member_id = $1', [
    deletedMember.id,
  ])
  expect(rows).toHaveLength(0)
})
