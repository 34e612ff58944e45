import { accounts } from '#contract/accounts/accounts.ts'
import { watch_history } from '#contract/contents/watch-history.ts'
import { transactions } from '#contract/transactions/transactions.ts'
import { createServerApp } from '#server/composition/create-server.ts'
import { readConfig, resolveSecret } from '#server/config.ts'
import { createPasswordHasher } from '#server/domains/accounts/index.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { createGuestClient } from '#test/app/guest-client.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { expect, test } from 'vitest'
import { demoMembers } from './demo-credentials.ts'
import { seedCatalogue } from '../seed-catalogue.ts'
import { seedMembers } from './members.ts'

const seed = (app: TestApp) =>
  seedMembers(
    app.transact,
    {
      encryption: createEncryption(resolveSecret(app.config, 'encryption')),
      hash: createPasswordHasher().hash,
    },
    app.clock.now(),
  )

test('creates the accounts once under concurrency, and each can sign in', async () => {
  const app = await openTestAppForTest()
  const results = await Promise.all([seed(app), seed(app), seed(app)])
  expect(results.filter(Boolean)).toEqual([true])
  for (const { email, password, username, is_staff } of demoMembers) {
    const user = await app.call(accounts.signIn, { body: { email, password } })
    expect(user).toMatchObject({ email, username, is_staff })
  }
})

test('gives the viewer a history, a wishlist, an alert, points, a purchase and a rental before any film is made', async () => {
  const app = await openTestAppForTest()
  await seedCatalogue(app.transact, app.clock.now(), { is_hidden: true })
  await seed(app)
  const { rows } = await app.pool.query('select from series where not is_hidden')
  expect(rows).toEqual([])
  await app.pool.query(`update episodes set video_state = 'ready'`)
  await app.pool.query('update series set is_hidden = false')
  const viewer = createGuestClient(app)
  const [{ email, password }] = demoMembers
  const { event_point } = await viewer.call(accounts.signIn, { body: { email, password } })
  expect(event_point).toBeGreaterThan(5_000)
  const { results: purchases } = await viewer.call(transactions.listPurchases, { query: {} })
  expect(purchases.map(({ ownership_type_id }) => ownership_type_id).sort()).toEqual([2, 3])
  const { results: unfinished } = await viewer.call(watch_history.listContinueWatching, {
    query: {},
  })
  expect(unfinished.map(({ episode }) => episode.series.title)).toEqual(['달 세탁소', '느린 기차'])
  const { count } = await viewer.call(watch_history.listWatchHistory, { query: {} })
  expect(count).toBe(5)
  const { results: alerts } = await viewer.call(watch_history.listReleaseAlerts, {})
  expect(alerts.map(({ series }) => [series.title, series.is_upcoming])).toEqual([
    ['심해 우체국', true],
  ])
})

test('does not recreate a deleted account or take over an existing address', async () => {
  const app = await openTestAppForTest()
  const [viewer, staff] = demoMembers
  const member = await makeMember(app, { email: viewer.email })
  await seed(app)
  await app.transact((tx) => tx.deleteFrom('members').where('email', '=', staff.email).execute())
  expect(await seed(app)).toBe(false)
  const { rows } = await app.pool.query('select id, email, is_demo from members')
  expect(rows).toEqual([{ id: member.id, email: viewer.email, is_demo: false }])
})

test('refuses to start a public server with demo accounts unless allowed', async () => {
  const app = await openTestAppForTest()
  const start = (env: Record<string, string>) =>
    createServerApp(
      readConfig({
        HOST: '0.0.0.0',
        SITE_URL: 'https://hanpyeon.example',
        DATA_DIR: app.config.data_dir,
        MEDIA_TOKEN_SECRET: 'a secret of this test and no other, long enough',
        DATA_ENCRYPTION_SECRET: 'what seals the phones of this test and no other',
        UNSENT_MESSAGES: 'keep',
        LOG_LEVEL: 'silent',
        ...env,
      }),
      { url: app.url },
      { log: createLogger('silent', 'test') },
    )
  await (await start({})).close()
  await seed(app)
  const refused = await start({}).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(StartupError)
  expect((refused as Error).message).toMatch(
    /^HOST or SITE_URL is not loopback.*DEMO_ACCOUNTS=allow\.$/,
  )
  await (await start({ DEMO_ACCOUNTS: 'allow' })).close()
  // A server behind a local proxy is equally public.
  await expect(start({ HOST: '127.0.0.1' })).rejects.toThrow(StartupError)
  await (await start({ HOST: '127.0.0.1', SITE_URL: 'http://localhost:8080' })).close()
})
