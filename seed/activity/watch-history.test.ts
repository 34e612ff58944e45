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

let app: TestApp
beforeAll(async () => void (app = await openTestApp()))
afterAll(() => app?.close())

test('starts an episode for the demo viewer once, when one is playable (D-91)', async () => {
  await seedCatalogue(app.transact, app.clock.now())
  const encryption = createEncryption(resolveSecret(app.config, 'encryption'))
  const { hash } = createPasswordHasher()
  await seedMembers(app.transact, { encryption, hash }, app.clock.now())
  expect(await seedWatchHistory(app)).toBe(false)
  await app.pool.query(`update episodes set video_state = 'ready', runtime = 100 where is_free`)
  expect(await seedWatchHistory(app)).toBe(true)
  const viewer = createGuestClient(app)
  const [{ email, password }] = demoMembers
  await viewer.call(accounts.signIn, { body: { email, password } })
  const { results } = await viewer.call(watch_history.listContinueWatching, { query: {} })
  expect(results).toMatchObject([{ progress: 40 }])
  // A deleted history entry is not recreated.
  const { results: lines } = await viewer.call(watch_history.listWatchHistory, { query: {} })
  await viewer.call(watch_history.deleteWatchHistory, { query: { watch_id: String(lines[0]?.id) } })
  expect(await seedWatchHistory(app)).toBe(false)
})
