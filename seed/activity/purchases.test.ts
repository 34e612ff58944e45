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

let app: TestApp
beforeAll(async () => void (app = await openTestApp({ gateway: true })))
afterAll(() => app?.close())

const seed = () =>
  seedPurchases(
    createPaymentDependencies(app.config, app.server.database, {
      clock: app.clock,
      log: createLogger('silent', 'test'),
    }),
  )

test('gives the demo viewer both kinds of points, a refundable and a non-refundable purchase (D-91)', async () => {
  expect(await seed()).toBe(false)
  await seedCatalogue(app.transact, app.clock.now())
  await seedMembers(
    app.transact,
    {
      encryption: createEncryption(resolveSecret(app.config, 'encryption')),
      hash: createPasswordHasher().hash,
    },
    app.clock.now(),
  )
  app.gateway.faults.add({ call: 'confirm', kind: 'error_500' })
  app.gateway.faults.add({ call: 'read', kind: 'error_500' })
  await expect(seed()).rejects.toThrow('unknown')
  const { rows } = await app.pool.query<{ id: number }>(
    `select id from orders where kind = 'points'`,
  )
  await app.workNow('process_payment', { order_id: rows[0]?.id ?? 0 })
  // A repeated run resumes and creates nothing twice.
  expect(await seed()).toBe(false)
  await app.pool.query(`update episodes set video_state = 'ready' where video_state = 'preparing'`)
  expect(await seed()).toBe(true)
  expect(await seed()).toBe(false)

  const viewer = createGuestClient(app)
  const [{ email, password }] = demoMembers
  await viewer.call(accounts.signIn, { body: { email, password } })
  const { event_point, paid_point } = await viewer.call(transactions.listPoints, { query: {} })
  expect(event_point).toBeGreaterThan(0)
  expect(paid_point).toBe(30_000)
  const { results } = await viewer.call(transactions.listPurchases, { query: {} })
  // The two purchases of the first day are older.
  expect(results.slice(0, 2).map(({ refundable }) => refundable.ineligibility_reason)).toEqual([
    null,
    'already_watched',
  ])
  const [refundable] = results
  const refunded = await viewer.call(transactions.requestRefund, {
    body: { episode_id: refundable?.episode.id ?? 0 },
  })
  expect(refunded).toMatchObject({ status: 'succeeded', amount: refundable?.price })
})
