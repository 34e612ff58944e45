import { accounts } from '#contract/accounts.ts'
import { transactions } from '#contract/transactions.ts'
import { moneyParts } from '#server/compose.ts'
import { secretOf } from '#server/config.ts'
import { createPasswords } from '#server/domains/accounts/index.ts'
import { createLog } from '#server/kernel/log.ts'
import { createSealing } from '#server/kernel/sealing.ts'
import { newcomer } from '#test/newcomer.ts'
import { openWorld, type World } from '#test/world.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoMembers } from './demo-members.ts'
import { plantMembers } from './members.ts'
import { plantMoney } from './money.ts'
import { plantWorld } from './plant.ts'

let world: World
beforeAll(async () => void (world = await openWorld({ gateway: true })))
afterAll(() => world?.close())

const plant = () =>
  plantMoney(
    moneyParts(world.config, world.house.database, {
      clock: world.clock,
      log: createLog('silent', 'test'),
    }),
  )

test('the viewer has points of both kinds, a purchase that can be refunded and one that cannot (D-91)', async () => {
  expect(await plant()).toBe(false)
  await plantWorld(world.transact, world.clock.now())
  await plantMembers(
    world.transact,
    {
      sealing: createSealing(secretOf(world.config, 'personal')),
      hash: createPasswords().hash,
    },
    world.clock.now(),
  )
  world.gateway.faults.add({ call: 'confirm', kind: 'error_500' })
  world.gateway.faults.add({ call: 'read', kind: 'error_500' })
  await expect(plant()).rejects.toThrow('unknown')
  const { rows } = await world.pool.query<{ id: number }>('select id from orders')
  await world.workNow('settle_order', { order_id: rows[0]?.id ?? 0 })
  // It goes on where it broke off, and what is there is there once.
  expect(await plant()).toBe(false)
  await world.pool.query(
    `update episodes set video_state = 'ready' where video_state = 'preparing'`,
  )
  expect(await plant()).toBe(true)
  expect(await plant()).toBe(false)

  const viewer = newcomer(world)
  const [{ email, password }] = demoMembers
  await viewer.call(accounts.logIn, { body: { email, password } })
  const { event_point, paid_point } = await viewer.call(transactions.listPoints, { query: {} })
  expect(event_point).toBeGreaterThan(0)
  expect(paid_point).toBe(30_000)
  const { results } = await viewer.call(transactions.listPurchases, { query: {} })
  expect(results.map(({ refundable }) => refundable.obstacle)).toEqual([null, 'already_watched'])
  const [kept] = results
  const refunded = await viewer.call(transactions.refund, {
    body: { episode_id: kept?.episode.id ?? 0 },
  })
  expect(refunded).toMatchObject({ status: 'settled', won: kept?.price })
})
