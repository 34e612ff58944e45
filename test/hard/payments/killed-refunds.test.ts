import { transactions } from '#contract/transactions/transactions.ts'
import type { Refund } from '#contract/transactions/transactions.ts'
import { freePort } from '#test/processes/free-port.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { brokenInvariants } from '#test/payments-model/invariants.ts'
import { buyByCard, makePaidEpisode, topUp } from '#test/fixtures/payments.ts'
import { startServer } from '#test/processes/server-process.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

// Kills the server between any two steps of a refund: acknowledged results hold, and the job completes it.

let world: TestApp
beforeAll(async () => void (world = await openTestApp({ gateway: true })))
afterAll(() => world?.close())

/** When the server is killed: before the gateway acts, after it acted without a response, or after some ms. */
const moments = ['hold', 'timeout_after', ...Array.from({ length: 7 }, (_, n) => n * 8)] as const

const atGateway = (order_id: string) =>
  world.gateway
    .transactions()
    .filter((transaction) => transaction.orderId === order_id)
    .reduce((sum, { amount, status }) => sum + (status === 'DONE' ? amount : -amount), 0)

async function rows<R extends object>(sql: string, values: unknown[]) {
  return (await world.pool.query<R>(sql, values)).rows
}

/** The refunded order: an episode or a top-up, alternately. */
async function bought(nth: number): Promise<{ member: TestMember; order_id: string; won: number }> {
  const member = await makeMember(world)
  if (nth % 2 === 0)
    return { member, won: 10_000, order_id: (await topUp(world, member, 10_000)).order_id }
  const episode_id = await makePaidEpisode(world, { price: 1_500 })
  return { member, won: 1_500, order_id: (await buyByCard(world, member, episode_id)).order_id }
}

test.each(moments.flatMap((moment) => [0, 1].map((nth) => [moment, nth] as const)))(
  'killed at %s (%i)',
  async (moment, nth) => {
    const { member, order_id, won } = await bought(nth)
    const server = await startServer(world, await freePort())
    if (typeof moment === 'string') world.gateway.faults.add({ call: 'cancel', kind: moment })
    const refundCall = fetch(server.origin + transactions.requestRefund.path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        origin: server.origin,
        cookie: member.cookie,
      },
      body: JSON.stringify({ order_id }),
    }).then(
      async (response) => ({ status: response.status, refund: (await response.json()) as Refund }),
      () => undefined,
    )
    // The gateway holds the request before it acts, or acts without a response.
    const reached = () =>
      moment === 'hold' ? world.gateway.faults.holding === 1 : atGateway(order_id) === 0
    if (typeof moment === 'string') await vi.waitUntil(reached, { timeout: 60_000 })
    else await pause(moment)
    await server.end('SIGKILL')
    const response = await refundCall
    world.gateway.faults.clear()

    const [wallet] = await rows<{ id: number }>('select id from wallets where member_id = $1', [
      member.id,
    ])
    // Its transactions keep their locks until the database notices the lost connection.
    await rows('select id from wallets where id = $1 for share', [wallet?.id])
    const refunds = () =>
      rows<{ id: number; status: string }>('select id, status from refunds where wallet_id = $1', [
        wallet?.id,
      ])
    for (const { id, status } of await refunds()) {
      const [job] = await rows<{ is_live: boolean }>('select job_is_queued($1) as is_live', [
        `refund:${id}`,
      ])
      // The intent and its job are committed together.
      expect(status !== 'pending' || job?.is_live).toBe(true)
      await world.workNow('process_refund', { refund_id: id })
    }
    const refundRows = await refunds()
    expect(refundRows.map(({ status }) => status)).toEqual(
      refundRows.length > 0 ? ['succeeded'] : [],
    )
    expect(!response || (response.status === 201 && refundRows.length === 1)).toBe(true)
    expect(atGateway(order_id)).toBe(refundRows.length > 0 ? 0 : won)
    expect(await brokenInvariants(world.pool, wallet?.id ?? 0)).toEqual([])
  },
)
