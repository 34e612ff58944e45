import { accounts } from '#contract/accounts/accounts.ts'
import { createServerApp } from '#server/composition/create-server.ts'
import { readConfig, resolveSecret } from '#server/config.ts'
import { createPasswordHasher } from '#server/domains/accounts/index.ts'
import { createLogger } from '#server/shared/logger.ts'
import { createEncryption } from '#server/shared/encryption.ts'
import { StartupError } from '#server/shared/startup-error.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { type TestApp, openTestAppForTest } from '#test/app/test-app.ts'
import { expect, test } from 'vitest'
import { demoMembers } from './demo-credentials.ts'
import { seedMembers } from './members.ts'

const plant = (world: TestApp) =>
  seedMembers(
    world.transact,
    {
      sealing: createEncryption(resolveSecret(world.config, 'encryption')),
      hash: createPasswordHasher().hash,
    },
    world.clock.now(),
  )

test('planted by several at once they are there once, and one can sign in as each', async () => {
  const world = await openTestAppForTest()
  const planted = await Promise.all([plant(world), plant(world), plant(world)])
  expect(planted.filter(Boolean)).toEqual([true])
  for (const { email, password, username, is_staff } of demoMembers) {
    const user = await world.call(accounts.logIn, { body: { email, password } })
    expect(user).toMatchObject({ email, username, is_staff })
  }
})

test('who was taken out stays out, and an address that somebody has stays his', async () => {
  const world = await openTestAppForTest()
  const [viewer, staff] = demoMembers
  const somebody = await makeMember(world, { email: viewer.email })
  await plant(world)
  await world.transact((tx) => tx.deleteFrom('members').where('email', '=', staff.email).execute())
  expect(await plant(world)).toBe(false)
  const { rows } = await world.pool.query('select id, email, is_demo from members')
  expect(rows).toEqual([{ id: somebody.id, email: viewer.email, is_demo: false }])
})

test('a server beyond loopback does not start with them unless it is told to', async () => {
  const world = await openTestAppForTest()
  const start = (env: Record<string, string>) =>
    createServerApp(
      readConfig({
        HOST: '0.0.0.0',
        SITE_URL: 'https://hanpyeon.example',
        DATA_DIR: world.config.data_dir,
        MEDIA_TOKEN_SECRET: 'a secret of this test and no other, long enough',
        DATA_ENCRYPTION_SECRET: 'what seals the phones of this test and no other',
        LOG_LEVEL: 'silent',
        ...env,
      }),
      { url: world.url },
      { log: createLogger('silent', 'test') },
    )
  await (await start({})).close()
  await plant(world)
  const refused = await start({}).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(StartupError)
  expect((refused as Error).message).toMatch(
    /^HOST or SITE_URL is not loopback.*DEMO_ACCOUNTS=allow\.$/,
  )
  await (await start({ DEMO_ACCOUNTS: 'allow' })).close()
  // Behind a proxy on the same machine it is as public.
  await expect(start({ HOST: '127.0.0.1' })).rejects.toThrow(StartupError)
  await (await start({ HOST: '127.0.0.1', SITE_URL: 'http://localhost:8080' })).close()
})
