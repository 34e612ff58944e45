import { accounts } from '#contract/accounts/accounts.ts'
import { watch_history } from '#contract/contents/watch-history.ts'
import { resolveSecret } from '#server/config.ts'
import { createPasswordHasher } from '#server/domains/accounts/index.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoMembers } from './demo-credentials.ts'
import { seedWatchHistory } from './watch-history.ts'
import { seedMembers } from './members.ts'
import { seedCatalogue } from '../seed-catalogue.ts'

let world: TestApp
beforeAll(async () => void (world = await openTestApp()))
afterAll(() => world?.close())

test('the viewer goes on in the middle of an episode, as soon as one plays, and is put there once (D-91)', async () => {
  await seedCatalogue(world.transact, world.clock.now())
  const sealing = createEncryption(resolveSecret(world.config, 'encryption'))
  const { hash } = createPasswordHasher()
  await seedMembers(world.transact, { sealing, hash }, world.clock.now())
  expect(await seedWatchHistory(world)).toBe(false)
  await world.pool.query(`update episodes set video_state = 'ready', runtime = 100 where is_free`)
  expect(await seedWatchHistory(world)).toBe(true)
  const viewer = createGuestClient(world)
  const [{ email, password }] = demoMembers
  await viewer.call(accounts.logIn, { body: { email, password } })
  const { results } = await viewer.call(watch_history.listContinue, { query: {} })
  expect(results).toMatchObject([{ progress: 40 }])
  // Taken out of his history, it stays out.
  const { results: lines } = await viewer.call(watch_history.listHistories, { query: {} })
  await viewer.call(watch_history.deleteHistories, { query: { watch_id: String(lines[0]?.id) } })
  expect(await seedWatchHistory(world)).toBe(false)
})
