/** Purchases with points, a long ledger beside a short one, and the entitlement query. */
import { dayMs } from '#contract/core/seoul-time.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { createEntitlementFinder } from '#server/domains/transactions/index.ts'
import { postEntry } from '#server/domains/transactions/ledger/ledger-queries.ts'
import {
  listLedgerEntries,
  listPointTransactions,
} from '#server/domains/transactions/history/history-queries.ts'
import { lockWallet } from '#server/domains/transactions/ledger/wallet-queries.ts'
import type { BenchApp } from '../lib/bench-app.ts'
import { createMembers } from '../lib/create-members.ts'
import { median, milliseconds, perSecond, rateRow, type Row } from '../report.ts'
import { randomBytes } from 'node:crypto'
import { Agent, request } from 'node:http'
import pg from 'pg'

const clients = 32
/** Episodes that each client buys sequentially. */
const bought = 150
/** Warm-up purchases, excluded because connections and plans are created. */
const warming = 50
/** `BENCH_POSTINGS` reduces ten million. */
const manyPostings = Number(process.env['BENCH_POSTINGS'] ?? 10_000_000)
const fewPostings = 1_000

export async function benchPayments(app: BenchApp): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: app.owner_url })
  await owner.connect()
  const database = openDatabase(app.url, { connections: 4, name: 'bench', limits: 'none' })
  try {
    const { cookies, members } = await createMembers(owner, 'money', clients)
    const episodes = await sell(owner)
    return [
      ...(await benchBuying(app, database, { cookies, members, episodes })),
      ...(await benchEntitlement(database, members[0] ?? 0, episodes)),
      ...(await benchLedger(database, owner, members)),
    ]
  } finally {
    await database.close()
    await owner.end()
  }
}

/** Inserts playable episodes for sale at 100 won. */
async function sell(owner: pg.Client): Promise<number[]> {
  const { rows } = await owner.query<{ id: number }>(
    `with work as (insert into series (title, age_rating, is_series) values ('파는 이야기', 'ALL', true) returning id),
       season as (insert into seasons (series_id, number, title) select id, 1, '시즌 1' from work returning id, series_id)
     insert into episodes (series_id, season_id, number, title, price, in_subscription, video_state)
     select series_id, id, at, at || '화', 100, false, 'ready' from season, generate_series(1, $1) as at returning id`,
    [bought],
  )
  return rows.map(({ id }) => id)
}

type Given = { cookies: string[]; members: number[]; episodes: number[] }

/** Latency from pressing 구매 to ownership, 32 purchases at once. */
async function benchBuying(
  app: BenchApp,
  database: Database,
  { cookies, members, episodes }: Given,
): Promise<Row[]> {
  const now = new Date()
  const year = new Date(now.getTime() + 365 * dayMs)
  for (const [at, member] of members.entries())
    await database.transact(async (tx) => {
      const { id } = await lockWallet(tx, member, now)
      const amount = bought * 100
      await postEntry(
        tx,
        {
          wallet_id: id,
          kind: 'grant',
          title: '재는 데 쓰는 포인트',
          source: { type: 'grant', id: at + 1 },
          moves: [{ unit: 'event', debit: 'granted', credit: 'wallet', amount }],
          lots: [{ kind: 'event', amount, expires_at: year }],
        },
        now,
      )
    })
  const origin = await app.serve()
  const times: number[] = []
  // A minimal client, because it shares its core with the server and the database.
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const buy = (cookie: string, episode: number) =>
    new Promise<void>((resolve, reject) => {
      const body = JSON.stringify({
        changed_point: -100,
        is_event: false,
        is_topup: false,
        payment_method: 'point',
        episode,
        precautions_agreed: true,
        privacy_agreed: true,
      })
      const headers = {
        cookie,
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'content-length': body.length,
        'idempotency-key': randomBytes(12).toString('hex'),
      }
      request(origin + transactions.createPointTransaction.path, { agent, method: 'POST', headers })
        .on('response', (response) => {
          response.resume()
          response.once('end', resolve)
          if (response.statusCode !== 201) reject(new Error(String(response.statusCode)))
        })
        .on('error', reject)
        .end(body)
    })
  let startedAt = 0
  await Promise.all(
    cookies.map(async (cookie) => {
      for (const [at, episode] of episodes.entries()) {
        const start = performance.now()
        await buy(cookie, episode)
        if (at < warming) continue
        startedAt ||= start
        times.push(performance.now() - start)
      }
    }),
  )
  const seconds = (performance.now() - startedAt) / 1_000
  agent.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
  return [
    {
      name: `bought with points, p99 of ${times.length}, ${clients} clients`,
      ours: `${milliseconds(p99)} (median ${milliseconds(median(times))}, ${perSecond(times.length / seconds)})`,
      baseline: '',
      bar: '< 60 ms',
      ok: p99 < 60,
    },
  ]
}

/** Entitlement query of a member with many purchases, beside reading one row by key. */
async function benchEntitlement(
  database: Database,
  member: number,
  episodes: readonly number[],
): Promise<Row[]> {
  const turns = 500
  const episode = (turn: number) => episodes[turn % episodes.length] ?? 0
  const timed = async (ask: (turn: number) => Promise<unknown>) => {
    const startedAt = performance.now()
    for (let turn = 0; turn < turns; turn++) await ask(turn)
    return turns / ((performance.now() - startedAt) / 1_000)
  }
  const find = createEntitlementFinder(database)
  const ours = (turn: number) => find(member, episode(turn), new Date())
  const bare = (turn: number) =>
    database.pool.query('select id, is_free, price from episodes where id = $1', [episode(turn)])
  if ((await ours(0))?.access !== 'owned') throw new Error('What was bought is not owned')
  const rates: [number, number][] = []
  for (let round = 0; round < 9; round++) rates.push([await timed(ours), await timed(bare)])
  const ratio = median(rates.map(([rate, other]) => rate / other))
  return [
    rateRow({
      name: 'entitlement to an episode, questions a second, one by one',
      ours: median(rates.map(([rate]) => rate)),
      baseline: median(rates.map(([, other]) => other)),
      of: 'bare indexed SELECT',
      ratio,
      bar: 0.5,
    }),
  ]
}

/** Balance and first page of a member with a very long ledger, beside one with a year of entries. */
async function benchLedger(
  database: Database,
  owner: pg.Client,
  members: readonly number[],
): Promise<Row[]> {
  const [many = 0, few = 0] = members.slice(-2)
  const startedAt = performance.now()
  await fillLedger(owner, many, manyPostings)
  await fillLedger(owner, few, fewPostings)
  await owner.query(
    'vacuum analyze ledger_entries, ledger_postings, point_lot_movements, point_lots, wallets',
  )
  const filled = (performance.now() - startedAt) / 1_000
  const { rows: sizes } = await owner.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  )
  process.stderr.write(
    `ledger filled in ${filled.toFixed(0)} s, the database has ${((sizes[0]?.bytes ?? 0) / 1e9).toFixed(1)} GB\n`,
  )
  const query = { limit: 20, offset: 0, ordering: '-transaction_date' as const }
  const read = async (member: number) => {
    await database.pool.query('select event_point, paid_point from wallets where member_id = $1', [
      member,
    ])
    const money = await listLedgerEntries(database.db, member, query)
    const points = await listPointTransactions(database.db, member, query)
    if (money.results.length !== 20 || points.results.length !== 20) throw new Error('No page')
  }
  const timed = async (member: number) => {
    const startedAt = performance.now()
    for (let turn = 0; turn < 50; turn++) await read(member)
    return (performance.now() - startedAt) / 50
  }
  await timed(many)
  await timed(few)
  const times: [number, number][] = []
  for (let round = 0; round < 15; round++) times.push([await timed(many), await timed(few)])
  const ratio = median(times.map(([time, other]) => time / other))
  return [
    {
      name: `balance and first pages of a ledger of ${manyPostings.toLocaleString('en')} postings`,
      ours: milliseconds(median(times.map(([time]) => time))),
      baseline: `${milliseconds(median(times.map(([, other]) => other)))} of ${fewPostings}`,
      ratio,
      bar: '<= 1.3',
      ok: ratio <= 1.3,
    },
  ]
}

/**
 * Grants points to a member once and spends them one by one, in bulk: inserts the rows that the triggers would produce row by
 * row and then verifies them.
 * @param postings number of postings; half as many entries.
 */
async function fillLedger(owner: pg.Client, member: number, postings: number) {
  const entries = postings / 2
  const { rows: wallets } = await owner.query<{ id: number }>(
    'select id from wallets where member_id = $1',
    [member],
  )
  const wallet = wallets[0]?.id ?? 0
  const first = 1_000_000_000 * wallet
  await owner.query('set session_replication_role = replica')
  await owner.query('set synchronous_commit = off')
  // In batches: one statement for all would hold ten million rows in memory or temporary files.
  for (let from = 1; from <= entries; from += 500_000)
    await owner.query(
      `insert into ledger_entries (wallet_id, kind, source_type, source_id, title, event_point, event_balance, created_at)
       select w.id, case at when 1 then 'grant' else 'purchase' end, 'grant', $2::bigint + at, '재는 데 쓰는 포인트',
         case at when 1 then $3::int else -1 end, $3 - (at - 1), w.last_entry_at + at * interval '1 millisecond'
       from wallets w, generate_series($4::bigint, least($4 + 499999, $3)) as at where w.id = $1`,
      [wallet, first, entries, from],
    )
  const { rows: lots } = await owner.query<{ id: number; entry_id: number }>(
    `insert into point_lots (wallet_id, kind, entry_id, amount, remaining, expires_at, created_at)
     select wallet_id, 'event', id, event_point, 1, created_at + interval '5 years', created_at
     from ledger_entries where source_type = 'grant' and source_id = $1 and kind = 'grant' returning id, entry_id::int`,
    [first + 1],
  )
  const { id: lot = 0, entry_id = 0 } = lots[0] ?? {}
  for (let from = entry_id; from < entry_id + entries; from += 500_000) {
    const piece = [wallet, from, Math.min(from + 500_000, entry_id + entries)]
    await owner.query(
      `insert into ledger_postings (entry_id, unit, account, side, amount, wallet_id)
       select id, 'event', account,
         case when (account = 'wallet') = (event_point > 0) then 'credit' else 'debit' end, abs(event_point),
         case account when 'wallet' then wallet_id end
       from ledger_entries,
         unnest(array['wallet', case when event_point > 0 then 'granted' else 'spent' end]) as account
       where wallet_id = $1 and id >= $2 and id < $3`,
      piece,
    )
    await owner.query(
      `insert into point_lot_movements (entry_id, lot_id, change)
       select id, $4, event_point from ledger_entries where wallet_id = $1 and id >= $2 and id < $3`,
      [...piece, lot],
    )
  }
  await owner.query(
    `update wallets set entry_count = entry_count + $2, point_posting_count = point_posting_count + $2,
       event_point = event_point + 1, last_entry_at = last_entry_at + $2 * interval '1 millisecond' where id = $1`,
    [wallet, entries],
  )
  await owner.query('reset session_replication_role')
  await owner.query('reset synchronous_commit')
  // The rules of the ledger, and that nothing is missing.
  const { rows } = await owner.query<{ is_right: boolean }>(
    `select count(*) = $3 and bool_and(signed = 0)
       and -sum(of_wallet) = (select sum(change) from point_lot_movements where lot_id = $4)
       and -sum(of_wallet) = (select remaining from point_lots where id = $4) as is_right
     from (select sum(signed) as signed, sum(signed) filter (where account = 'wallet') as of_wallet
       from (select entry_id, account, case side when 'debit' then amount else -amount end as signed
         from ledger_postings where entry_id >= $1 and entry_id < $2) as p group by entry_id) as sums`,
    [entry_id, entry_id + entries, entries, lot],
  )
  if (!rows[0]?.is_right)
    throw new Error('The ledger that was filled is not what the triggers would leave')
}
