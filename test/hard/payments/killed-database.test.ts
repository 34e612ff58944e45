import { seedService } from '#seed/service/seed-service.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import { startEmbedded } from '#server/db/embedded/embedded-postgres.ts'
import { migrate } from '#server/db/schema/migrate.ts'
import { processPaymentJob } from '#server/domains/transactions/payments/process-payment.ts'
import { processRefundJob } from '#server/domains/transactions/refunds/refund-order.ts'
import { templateDatabase } from '#test/app/template-database.ts'
import { freePort } from '#test/processes/free-port.ts'
import { brokenInvariants } from '#test/payments-model/invariants.ts'
import {
  buyWithPoints,
  makePaidEpisode,
  orderEpisode,
  orderTopUp,
  topUp,
} from '#test/fixtures/payments.ts'
import { postmasterOf } from '#test/processes/npm-start.ts'
import {
  makeCustomer,
  openPaymentsTestApp,
  plans,
  type PaymentsTestApp,
  type Subscriber,
} from '#test/fixtures/subscriptions.ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Kills PostgreSQL (SIGKILL) before each statement of every operation that moves money: acknowledged results are there
// after its restart, and the jobs complete the rest (payments: tests, 6).

const price = 1_500
const start = '2027-01-31T03:00:00.000Z'

let folder: string
let database: Awaited<ReturnType<typeof startEmbedded>>
let port: number
let shop: PaymentsTestApp
/** Statements until PostgreSQL is killed; undefined if it is not. */
let until: number | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hanpyeon-killed-'))
  port = await freePort()
  database = await startEmbedded(folder, { durable: true, port })
  const { owner_url, url } = database
  const owner = new pg.Client({ connectionString: owner_url })
  await owner.connect()
  await owner.query(`create database ${templateDatabase}`)
  await owner.end()
  await migrate(owner_url.replace(/\/[^/]*$/, `/${templateDatabase}`))
  shop = await openPaymentsTestApp(start, {
    database: { owner_url, url, template: templateDatabase },
  })
  // Nothing is sold without the particulars of a company.
  await seedService(shop.transact, shop.clock.now())
  shop.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown
    client.query = ((...given: unknown[]) => {
      if (until !== undefined && until-- === 0) kill()
      return query(...given)
    }) as typeof client.query
  })
  // Statements of every later connection count.
  kill()
  await revive()
})
afterAll(async () => {
  await shop?.close()
  await database?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Kills all PostgreSQL processes at once, as a power loss does. */
function kill() {
  const postmaster = postmasterOf(folder)
  if (!postmaster) return
  const children = readdirSync('/proc').filter((pid) => {
    try {
      return (
        / (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) \S/s, ''))?.[1] ===
        String(postmaster)
      )
    } catch {
      return false
    }
  })
  for (const pid of [postmaster, ...children.map(Number)])
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended with the others.
    }
}

/** Whether a process exists, zombies included. */
function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function revive() {
  const postmaster = postmasterOf(folder) ?? 0
  await vi.waitUntil(() => !isThere(postmaster), { timeout: 10_000, interval: 5 })
  database = await startEmbedded(folder, { durable: true, port })
  // Dead connections are detected on use and replaced.
  for (let well = 0; well < 12;)
    well = await shop.pool.query('select 1').then(
      () => well + 1,
      () => 0,
    )
}

const walletOf = async ({ id }: Subscriber) =>
  (await shop.pool.query<{ id: number }>('select id from wallets where member_id = $1', [id]))
    .rows[0]?.id ?? 0

/** Runs the jobs of all pending payments until nothing is left to do. */
async function drain(wallet_id: number) {
  for (let turn = 0; turn < 5; turn++) {
    const { rows: orders } = await shop.pool.query<{ id: number }>(
      `select id from orders where wallet_id = $1 and status in ('confirming', 'unknown') order by id`,
      [wallet_id],
    )
    for (const { id } of orders) await processPaymentJob(shop.parts, id).catch(() => {})
    const { rows: refunds } = await shop.pool.query<{ id: number }>(
      `select id from refunds where wallet_id = $1 and status = 'pending' order by id`,
      [wallet_id],
    )
    for (const { id } of refunds) await processRefundJob(shop.parts, id).catch(() => {})
  }
}

/** For each order of a wallet: won at the gateway and in the ledger. */
async function differences(wallet_id: number) {
  const { rows } = await shop.pool.query<{ order_id: string; won: number }>(
    `select o.order_id, coalesce(sum(l.amount_krw), 0)::int as won from orders o left join ledger_entries l on l.order_id = o.id
     where o.wallet_id = $1 group by o.order_id`,
    [wallet_id],
  )
  return rows.flatMap(({ order_id, won }) => {
    const held = shop.gateway
      .transactions()
      .filter(({ orderId }) => orderId === order_id)
      .reduce((sum, { amount, status }) => sum + (status === 'DONE' ? amount : -amount), 0)
    return held === won ? [] : [{ order_id, held, won }]
  })
}

type Act = {
  /** Response to the member while PostgreSQL is killed; undefined if it was no acknowledgement. */
  run(): Promise<unknown>
  /** Checks that acknowledged results are there. */
  check(): Promise<void>
  /** The effects of a later run, acknowledged or not. */
  complete?(wallet_id: number): Promise<void>
}

const owned = async (member: Subscriber) =>
  (await member.call(transactions.listPurchases, { query: {} })).count
const pointsOf = async (wallet_id: number) =>
  (
    await shop.pool.query<{ paid_point: number }>('select paid_point from wallets where id = $1', [
      wallet_id,
    ])
  ).rows[0]?.paid_point

const acts: Record<string, (member: Subscriber) => Promise<Act>> = {
  async 'purchase with points'(member) {
    await topUp(shop, member, 5_000)
    const episode_id = await makePaidEpisode(shop, { price })
    return {
      run: () => buyWithPoints(member, episode_id, price),
      async check() {
        expect(await owned(member)).toBe(1)
        expect(await pointsOf(await walletOf(member))).toBe(5_000 - price)
      },
    }
  },
  async 'purchase by card'(member) {
    const { payment_window: window } = await orderEpisode(
      member,
      await makePaidEpisode(shop, { price }),
    )
    const body = await shop.gateway.pay(window)
    return {
      run: () => paid(member.call(transactions.confirmPayment, { body })),
      check: async () => expect(await owned(member)).toBe(1),
    }
  },
  async 'top-up'(member) {
    const { payment_window: window } = await orderTopUp(member, 5_000)
    if (!window) throw new Error('A top-up has a window')
    const body = await shop.gateway.pay(window)
    return {
      run: () => paid(member.call(transactions.confirmPayment, { body })),
      check: async () => expect(await pointsOf(await walletOf(member))).toBe(5_000),
    }
  },
  async refund(member) {
    const { order_id } = await topUp(shop, member, 5_000)
    return {
      run: () => member.call(transactions.requestRefund, { body: { order_id } }),
      check: async () => expect(await pointsOf(await walletOf(member))).toBe(0),
    }
  },
  async renewal(member) {
    shop.clock.set(start)
    await member.register('approve', plans.basic)
    shop.clock.set((await member.mine()).subscription?.period_end ?? '')
    return {
      run: () => shop.tend().then(() => undefined),
      check: async () => {},
      async complete(wallet_id) {
        await shop.tend()
        await drain(wallet_id)
        expect((await member.mine()).subscription?.period_end).toBe('2027-03-31T03:00:00.000Z')
      },
    }
  },
}

/** Only this acknowledges a payment. */
const paid = async (asked: Promise<{ status: string }>) =>
  (await asked).status === 'paid' ? true : undefined

test.each(Object.keys(acts))(
  '%s',
  async (name) => {
    let deaths = 0
    for (let statement = 0; ; statement++) {
      await shop.rest()
      const member = await makeCustomer(shop)
      const { run, check, complete } = await acts[name]!(member)
      until = statement
      const response = await run().catch(() => undefined)
      const lived = until >= 0
      until = undefined
      if (!lived) await revive()
      deaths += Number(!lived)
      const wallet_id = await walletOf(member)
      await drain(wallet_id)
      await complete?.(wallet_id)
      if (response) await check()
      expect([statement, await brokenInvariants(shop.pool, wallet_id)]).toEqual([statement, []])
      expect([statement, await differences(wallet_id)]).toEqual([statement, []])
      if (lived) break
    }
    process.stdout.write(`${name}: PostgreSQL died before each of ${deaths} statements\n`)
    expect(deaths).toBeGreaterThan(3)
  },
  900_000,
)
