import { accounts } from '#contract/accounts.ts'
import { composeServer } from '#server/compose.ts'
import { readConfig, secretOf } from '#server/config.ts'
import { createPasswords } from '#server/domains/accounts/index.ts'
import { createLog } from '#server/kernel/log.ts'
import { createSealing } from '#server/kernel/sealing.ts'
import { StartupFault } from '#server/kernel/startup-fault.ts'
import { makeMember } from '#test/members.ts'
import { type World, worldOfTest } from '#test/world.ts'
import { expect, test } from 'vitest'
import { demoMembers } from './demo-members.ts'
import { plantMembers } from './members.ts'

const plant = (world: World) =>
  plantMembers(
    world.transact,
    {
      sealing: createSealing(secretOf(world.config, 'personal')),
      hash: createPasswords().hash,
    },
    world.clock.now(),
  )

test('planted by several at once they are there once, and one can sign in as each', async () => {
  const world = await worldOfTest()
  const planted = await Promise.all([plant(world), plant(world), plant(world)])
  expect(planted.filter(Boolean)).toEqual([true])
  for (const { email, password, username, is_staff } of demoMembers) {
    const user = await world.call(accounts.logIn, { body: { email, password } })
    expect(user).toMatchObject({ email, username, is_staff })
  }
})

test('who was taken out stays out, and an address that somebody has stays his', async () => {
  const world = await worldOfTest()
  const [viewer, staff] = demoMembers
  const somebody = await makeMember(world, { email: viewer.email })
  await plant(world)
  await world.transact((tx) => tx.deleteFrom('members').where('email', '=', staff.email).execute())
  expect(await plant(world)).toBe(false)
  const { rows } = await world.pool.query('select id, email, is_demo from members')
  expect(rows).toEqual([{ id: somebody.id, email: viewer.email, is_demo: false }])
})

test('a server beyond loopback does not start with them unless it is told to', async () => {
  const world = await worldOfTest()
  const start = (env: Record<string, string>) =>
    composeServer(
      readConfig({
        HOST: '0.0.0.0',
        SITE_URL: 'https://hanpyeon.example',
        DATA_DIR: world.config.data_dir,
        GRANT_SECRET: 'a secret of this test and no other, long enough',
        PERSONAL_DATA_SECRET: 'what seals the phones of this test and no other',
        LOG_LEVEL: 'silent',
        ...env,
      }),
      { url: world.url },
      { log: createLog('silent', 'test') },
    )
  await (await start({})).close()
  await plant(world)
  const refused = await start({}).catch((error: Error) => error)
  expect(refused).toBeInstanceOf(StartupFault)
  expect((refused as Error).message).toMatch(
    /^HOST or SITE_URL is not loopback.*DEMO_ACCOUNTS=allow\.$/,
  )
  await (await start({ DEMO_ACCOUNTS: 'allow' })).close()
  // Behind a proxy on the same machine it is as public.
  await expect(start({ HOST: '127.0.0.1' })).rejects.toThrow(StartupFault)
  await (await start({ HOST: '127.0.0.1', SITE_URL: 'http://localhost:8080' })).close()
})
