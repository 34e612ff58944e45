import { accounts } from '#contract/accounts/accounts.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import { createPaymentDependencies } from '#server/composition/shared-dependencies.ts'
import { resolveSecret } from '#server/config.ts'
import { createPasswordHasher } from '#server/domains/accounts/index.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoMembers } from './demo-credentials.ts'
import { seedMembers } from './members.ts'
import { seedPurchases } from './purchases.ts'
import { seedCatalogue } from '../seed-catalogue.ts'

let world: TestApp
beforeAll(async () => void (world = await openTestApp({ gateway: true })))
afterAll(() => world?.close())

const plant = () =>
  seedPurchases(
    createPaymentDependencies(world.config, world.house.database, {
      clock: world.clock,
      log: createLogger('silent', 'test'),
    }),
  )

test('the viewer has points of both kinds, a purchase that can be refunded and one that cannot (D-91)', async () => {
  expect(await plant()).toBe(false)
  await seedCatalogue(world.transact, world.clock.now())
  await seedMembers(
    world.transact,
    {
      sealing: createEncryption(resolveSecret(world.config, 'encryption')),
      hash: createPasswordHasher().hash,
    },
    world.clock.now(),
  )
  world.gateway.faults.add({ call: 'confirm', kind: 'error_500' })
  world.gateway.faults.add({ call: 'read', kind: 'error_500' })
  await expect(plant()).rejects.toThrow('unknown')
  const { rows } = await world.pool.query<{ id: number }>('select id from orders')
  await world.workNow('process_payment', { order_id: rows[0]?.id ?? 0 })
  // It goes on where it broke off, and what is there is there once.
  expect(await plant()).toBe(false)
  await world.pool.query(
    `update episodes set video_state = 'ready' where video_state = 'preparing'`,
  )
  expect(await plant()).toBe(true)
  expect(await plant()).toBe(false)

  const viewer = createGuestClient(world)
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
