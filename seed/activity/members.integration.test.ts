import { accounts } from '#contract/accounts/accounts.ts'
import { createServerApp } from '#server/composition/create-server.ts'
import { readConfig } from '#server/config.ts'
import { createLogger } from '#server/shared/logger.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { seedDemoAccounts } from '#test/app/demo-people.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { expect, test } from 'vitest'
import { demoMembers } from './demo-credentials.ts'

test('creates the accounts once under concurrency, and each can sign in', async () => {
  const app = await openTestAppForTest()
  const results = await Promise.all([
    seedDemoAccounts(app),
    seedDemoAccounts(app),
    seedDemoAccounts(app),
  ])
  expect(results.filter(Boolean)).toEqual([true])
  for (const { email, password, username, is_staff } of demoMembers) {
    const user = await app.call(accounts.signIn, { body: { email, password } })
    expect(user).toMatchObject({ email, username, is_staff })
  }
})

test('does not recreate a deleted account or take over an existing address', async () => {
  const app = await openTestAppForTest()
  const [viewer, staff] = demoMembers
  const member = await makeMember(app, { email: viewer.email })
  await seedDemoAccounts(app)
  await app.transact((tx) => tx.deleteFrom('members').where('email', '=', staff.email).execute())
  expect(await seedDemoAccounts(app)).toBe(false)
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
  await seedDemoAccounts(app)
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
