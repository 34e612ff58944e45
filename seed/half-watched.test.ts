import { accounts } from '#contract/accounts.ts'
import { watching } from '#contract/watching.ts'
import { secretOf } from '#server/config.ts'
import { createPasswords } from '#server/domains/accounts/index.ts'
import { createSealing } from '#server/kernel/sealing.ts'
import { newcomer } from '#test/newcomer.ts'
import { openWorld, type World } from '#test/world.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoMembers } from './demo-members.ts'
import { plantHalfWatched } from './half-watched.ts'
import { plantMembers } from './members.ts'
import { plantWorld } from './plant.ts'

let world: World
beforeAll(async () => void (world = await openWorld()))
afterAll(() => world?.close())

test('the viewer goes on in the middle of an episode, as soon as one plays, and is put there once (D-91)', async () => {
  await plantWorld(world.transact, world.clock.now())
  const sealing = createSealing(secretOf(world.config, 'personal'))
  const { hash } = createPasswords()
  await plantMembers(world.transact, { sealing, hash }, world.clock.now())
  expect(await plantHalfWatched(world)).toBe(false)
  await world.pool.query(`update episodes set video_state = 'ready', runtime = 100 where is_free`)
  expect(await plantHalfWatched(world)).toBe(true)
  const viewer = newcomer(world)
  const [{ email, password }] = demoMembers
  await viewer.call(accounts.logIn, { body: { email, password } })
  const { results } = await viewer.call(watching.listContinue, { query: {} })
  expect(results).toMatchObject([{ progress: 40 }])
  // Taken out of his history, it stays out.
  const { results: lines } = await viewer.call(watching.listHistories, { query: {} })
  await viewer.call(watching.deleteHistories, { query: { watch_id: String(lines[0]?.id) } })
  expect(await plantHalfWatched(world)).toBe(false)
})
