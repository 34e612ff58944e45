import { transactions } from '#contract/transactions/transactions.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import {
  buyByCard,
  buyWithPoints,
  makePaidEpisode,
  orderEpisode,
  orderTopUp,
  topUp,
} from '#test/fixtures/payments.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
let owner: pg.Client
let member: TestMember
let wallet: number
beforeAll(async () => {
  app = await openTestApp({ gateway: true })
  owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  member = await makeMember(app)
  await topUp(app, member, 10_000)
  await buyWithPoints(member, await makePaidEpisode(app, { price: 1_000 }), 1_000)
  const ofMember = 'select id from wallets where member_id = $1'
  const { rows } = await owner.query<{ id: number }>(ofMember, [member.id])
  wallet = rows[0]?.id ?? 0
})
afterAll(async () => {
  await owner?.end()
  await app?.close()
})

/**
 * Runs statements in one transaction as the owner of the database, which has every privilege, and returns the
 * violated constraint or the error message.
 */
async function outcome(...statements: string[]): Promise<string> {
  try {
    await owner.query('begin')
    for (const statement of statements) await owner.query(statement)
    await owner.query('commit')
    return 'done'
  } catch (error) {
    await owner.query('rollback')
    const { constraint, message } = error as { constraint?: string; message: string }
    return constraint ?? message
  }
}

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

describe('the ledger', () => {
  test('balances per unit', async () => {
    expect(await outcome(entry(), posting('won', 'sales', 'debit', 5))).toContain('L1')
    expect(
      await outcome(
        entry(),
        posting('won', 'sales', 'debit', 5),
        posting('won', 'prepaid', 'credit', 4),
      ),
    ).toContain('L1')
    expect(
      await outcome(
        entry(),
        posting('event', 'spent', 'debit', 5),
        posting('paid', 'spent', 'credit', 5),
      ),
    ).toContain('L1')
  })

  test('is append-only for every role', async () => {
    for (const table of ['ledger_entries', 'ledger_postings', 'point_lot_movements']) {
      const changed = table === 'point_lot_movements' ? 'change = change' : 'entry_id = entry_id'
      const column = table === 'ledger_entries' ? 'title = title' : changed
      expect(await outcome(`update ${table} set ${column}`)).toContain('L2')
      expect(await outcome(`delete from ${table}`)).toContain('L2')
      expect(await outcome(`truncate ${table} cascade`)).toContain('L2')
      await expect(app.pool.query(`update ${table} set ${column}`)).rejects.toThrow(
        'permission denied',
      )
      await expect(app.pool.query(`delete from ${table}`)).rejects.toThrow('permission denied')
    }
    // A committed entry cannot be extended either.
    expect(
      await outcome(posting('won', 'sales', 'debit', 5), posting('won', 'prepaid', 'credit', 5)),
    ).toContain('L2')
    expect(await outcome(move(lotOf('paid'), 1))).toContain('L2')
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

  test('matches its postings, and no balance is negative', async () => {
    expect(await outcome(entry({ event_point: 5 }))).toContain('L3')
    const [head = '', ...rest] = grant(5)
    expect(await outcome(head.replace("'5'", "'6'"), ...rest)).toContain('L3')
    expect(await outcome(entry({ event_point: -1_000_000 }))).toBe('wallets_event_point_check')
    expect(await outcome(entry({ paid_point: -1_000_000 }))).toBe('wallets_paid_point_check')
    // On the wallet of another member.
    const other = await makeMember(app)
    await orderTopUp(other, 1_000)
    const { rows } = await owner.query<{ id: number }>(
      'select id from wallets where member_id = $1',
      [other.id],
    )
    const foreignPosting = posting('event', 'wallet', 'credit', 5).replace(
      `, ${wallet}\n`,
      `, ${rows[0]?.id}\n`,
    )
    const [, from = '', , lots = '', moves = ''] = grant(5)
    expect(await outcome(entry({ event_point: 5 }), from, foreignPosting, lots, moves)).toContain(
      'L3',
    )
  })

  test('amounts are whole numbers from 1 to 10,000,000 on existing accounts', async () => {
    for (const amount of [0, -5, 10_000_001])
      expect(await outcome(entry(), posting('won', 'sales', 'debit', amount))).toBe(
        'ledger_postings_amount_check',
      )
    expect(await outcome(entry(), posting('won', 'wallet', 'debit', 5))).toBe(
      'ledger_account_check',
    )
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
    expect(await outcome(out, ...spend)).toContain('L6')
    expect(await outcome(out, ...spend, move(newLot, -4))).toContain('L6')
    expect(await outcome(...grant(9), out, ...spend, move(lotOf('paid'), -5))).toContain('L6')
    expect(await outcome(...grant(3), entry({ event_point: -5 }), ...spend, move(newLot, -5))).toBe(
      'lot_remaining_check',
    )
    expect(await outcome(`update point_lots set remaining = -1`)).toBe('lot_remaining_check')
  })

  test('refunded points return to their original lots, once', async () => {
    const back = [
      posting('event', 'spent', 'debit', 300),
      posting('event', 'wallet', 'credit', 300),
    ]
    const bought = `(select id from ledger_entries where wallet_id = ${wallet} and kind = 'purchase')`
    const reversal = (reverses_entry_id: string | null) =>
      entry({ event_point: 300 }).replace(
        /\) values \((.*)\)$/,
        (_, values: string) => `, reverses_entry_id) select ${values}, ${reverses_entry_id}`,
      )
    const to = move(lotOf('event'), 300)
    expect(await outcome(reversal('null::bigint'), ...back, to)).toContain('L7')
    expect(await outcome(reversal(bought), ...back, move(lotOf('event'), 299))).toMatch(/L6|L7/)
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
    ).toContain('L8')
  })

  test('posts won only for paid orders', async () => {
    expect(
      await outcome(
        entry({ amount_krw: 5 }),
        posting('won', 'gateway', 'debit', 5),
        posting('won', 'sales', 'credit', 5),
      ),
    ).toContain('P5')
  })
})

describe('orders', () => {
  const made = async () => {
    const { order } = await orderEpisode(member, await makePaidEpisode(app))
    return `where order_id = '${order.order_id}'`
  }

  test('keep the item and price that they were created with', async () => {
    const clause = await made()
    for (const change of [
      'amount = 1',
      'ownership_type_id = 2',
      'episode_id = episode_id + 1',
      `wallet_id = wallet_id + 1`,
      `title = '다른 것'`,
      `kind = 'points'`,
      `payment_method = 'point'`,
      `consented_at = consented_at + interval '1 day'`,
      'consented_at = null',
    ])
      expect(await outcome(`update orders set ${change} ${clause}`), change).toMatch(/P1|order_/)
    expect(await outcome(`update orders set currency = 'USD' ${clause}`)).toMatch(/P1|currency/)
  })

  test('follow the allowed status transitions only', async () => {
    const clause = await made()
    const to = (status: string, more = '') =>
      outcome(`update orders set status = '${status}'${more} ${clause}`)
    expect(await to('paid', `, paid_at = now(), payment_key = 'k'`)).toContain('P2')
    expect(await to('unknown')).toContain('P2')
    expect(
      await to('confirming', `, payment_key = 'k-${source}', processing_started_at = now()`),
    ).toBe('done')
    expect(await to('created')).toContain('P2')
    expect(await to('unknown')).toBe('done')
    expect(await to('failed', `, failure_code = 'X'`)).toContain('P2')
    expect(await to('failed', `, failure_code = 'X', status_checks = status_checks + 1`)).toBe(
      'done',
    )
    expect(await to('confirming', ', failure_code = null')).toContain('P2')
    expect(
      await outcome(
        `insert into orders (order_id, wallet_id, kind, status, payment_method, title, amount, point_amount, point_bonus,
           created_at, paid_at, payment_key)
         values ('made-as-paid', ${wallet}, 'points', 'paid', 'card', 'x', 7, 7, 0, now(), now(), 'k')`,
      ),
    ).toContain('P2')
  })

  test('one order in flight per item, and no order is deleted', async () => {
    const clause = await made()
    const copy = (columns: string) =>
      outcome(
        `insert into orders (order_id, wallet_id, kind, payment_method, title, amount, created_at, ${columns})
         select order_id || 'x', wallet_id, kind, payment_method, title, amount, created_at, ${columns} from orders ${clause}`,
      )
    expect(await copy('episode_id, ownership_type_id')).toBe('orders_in_flight_episode')
    expect(await outcome(`delete from orders ${clause}`)).toContain('P4')
  })

  test('one payment pays one order', async () => {
    const { order_id } = await buyByCard(app, member, await makePaidEpisode(app))
    const { order_id: other } = await buyByCard(app, member, await makePaidEpisode(app))
    const { rows } = await owner.query<{ payment_key: string }>(
      'select payment_key from orders where order_id = $1',
      [order_id],
    )
    expect(
      await outcome(
        `update orders set payment_key = '${rows[0]?.payment_key}' where order_id = '${other}'`,
      ),
    ).toMatch(/P1|orders_payment/)
  })

  test('paid and delivered, or neither', async () => {
    const { order_id } = await buyByCard(app, member, await makePaidEpisode(app))
    const row_id = `(select id from orders where order_id = '${order_id}')`
    // Refunded with the purchase kept, and the reverse.
    expect(
      await outcome(
        `update orders set status = 'cancelled', cancelled_amount = amount where id = ${row_id}`,
      ),
    ).toContain('P6')
    expect(
      await outcome(
        `update purchases set state = 'refunding' where order_id = ${row_id}`,
        `update purchases set state = 'refunded' where order_id = ${row_id}`,
      ),
    ).toContain('P6')
    expect(
      await outcome(`update purchases set state = 'refunded' where order_id = ${row_id}`),
    ).toContain('P6')
    expect(await outcome(`delete from purchases where order_id = ${row_id}`)).toContain('P6')
    const { order } = await orderEpisode(member, await makePaidEpisode(app))
    expect(
      await outcome(
        `insert into purchases (wallet_id, episode_id, ownership_type_id, order_id, purchased_at)
         select wallet_id, episode_id, 3, id, now() from orders where order_id = '${order.order_id}'`,
      ),
    ).toContain('P6')
    expect(
      await outcome(`update purchases set episode_id = episode_id - 1 where order_id = ${row_id}`),
    ).toContain('P1')
  })

  test('one active purchase per episode', async () => {
    const episode_id = await makePaidEpisode(app)
    await buyByCard(app, member, episode_id)
    expect(
      await outcome(
        `with made as (
           insert into orders (order_id, wallet_id, kind, status, payment_method, title, amount, episode_id,
             ownership_type_id, paid_point, created_at, paid_at)
           values ('another-of-it', ${wallet}, 'episode', 'paid', 'point', 'x', 7, ${episode_id}, 3, 7, now(), now())
           returning id)
         insert into purchases (wallet_id, episode_id, ownership_type_id, order_id, purchased_at)
         select ${wallet}, ${episode_id}, 3, id, now() from made`,
      ),
    ).toBe('purchases_one_active')
  })

  test('one refund per purchase, settled or failed once', async () => {
    const { order_id } = await buyByCard(app, member, await makePaidEpisode(app))
    const refund = `insert into refunds (wallet_id, order_id, kind, reason, title, amount, requested_at)
      select wallet_id, id, 'episode', 'requested', title, amount, now() from orders where order_id = '${order_id}'`
    expect(await outcome(refund)).toBe('done')
    expect(await outcome(refund)).toMatch(/^refunds_one/)
    const clause = `where order_id = (select id from orders where order_id = '${order_id}')`
    expect(await outcome(`update refunds set amount = 1 ${clause}`)).toContain('R2')
    expect(
      await outcome(`update refunds set status = 'succeeded', succeeded_at = now() ${clause}`),
    ).toBe('done')
    expect(
      await outcome(`update refunds set status = 'failed', failure_code = 'X' ${clause}`),
    ).toContain('R2')
    expect(await outcome(`delete from refunds ${clause}`)).toContain('R2')
    expect(await outcome(refund)).toBe('refunds_one_per_purchase')
    // A top-up allows several refunds, one after the other.
    const top_up = await topUp(app, member, 3_000)
    const part = `insert into refunds (wallet_id, order_id, kind, reason, title, amount, paid_point, requested_at)
      select wallet_id, id, 'points', 'requested', title, 100, 100, now() from orders where order_id = '${top_up.order_id}'`
    expect(await outcome(part)).toBe('done')
    expect(await outcome(part)).toBe('refunds_one_at_a_time')
  })
})

test('keeps the ledger without the name of a deleted member', async () => {
  const deletedMember = await makeMember(app)
  await topUp(app, deletedMember, 1_000)
  await deletedMember.call(transactions.listLedgerEntries, { query: {} })
  const entries = async () => {
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int as count from ledger_entries`,
    )
    return rows[0]?.count
  }
  const before = await entries()
  await owner.query('delete from members where id = $1', [deletedMember.id])
  expect(await entries()).toBe(before)
  const { rows } = await owner.query('select from wallets where member_id = $1', [deletedMember.id])
  expect(rows).toHaveLength(0)
})
