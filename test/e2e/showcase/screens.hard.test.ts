// hard: encodes two films and opens seven screens at four widths (3 min of CPU).
import { seedDemoPeople } from '#test/app/demo-people.ts'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seedFilms } from '#seed/seed-films.ts'
import { allWorks } from '#seed/works/index.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { endVisit, openSite, type Site } from '../site.ts'
import { placeSideBySide } from './place-side-by-side.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 900_000 })

/** The pictures of `docs/design.md`, which `UPDATE=1` takes again. */
const folder = join(import.meta.dirname, '../../../docs/design')
const isUpdate = process.env['UPDATE'] === '1'
const screens = [
  { width: 360, height: 780 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]
let site: Site
let staff: TestMember
let free = 0
let upright = 0
beforeAll(async () => {
  site = await openSite(
    allWorks.map(({ id }) => id),
    { browser: 'reference' },
  )
  const { world } = site
  await seedDemoPeople(world)
  const { rows } = await world.pool.query<{ id: number; orientation: string }>(
    `select distinct on (orientation) id, orientation from episodes
     where is_free and not is_announced order by orientation, id`,
  )
  free = rows.find(({ orientation }) => orientation === 'horizontal')!.id
  upright = rows.find(({ orientation }) => orientation === 'vertical')!.id
  const { files } = storageFolders(world.config)
  await seedFilms({ ...world, files }, world.clock.now())
  const { rows: assets } = await world.pool.query<{ asset_id: number }>(
    'select asset_id from episodes where id = any($1)',
    [[free, upright]],
  )
  for (const asset of assets) await world.workNow('encode_asset', asset)
  // The other films take minutes; no screen plays them.
  await world.pool.query(
    `update episodes set video_state = 'ready' where video_state = 'preparing'`,
  )
  staff = await makeMember(world, { is_staff: true })
})
afterAll(() => site?.close())

const pages: [name: string, path: () => string, reader: 'member' | 'staff' | null][] = [
  ['home', () => '/', null],
  ['title', () => '/series/1', null],
  ['watch', () => `/video/${free}?t=10`, null],
  ['short-drama', () => `/video/${upright}`, null],
  ['plans', () => '/mypage/plans', null],
  ['mypage', () => '/mypage', 'member'],
  ['studio', () => '/studio/works', 'staff'],
]

test.each(pages)('%s fits each width', async (name, path, reader) => {
  const pictures: Buffer[] = []
  const member = reader === 'staff' ? staff : reader && (await makeMember(site.world))
  for (const viewport of screens) {
    const visit = await site.visit({ viewport, reducedMotion: 'reduce' }, member)
    const { page } = visit
    const response = await page.goto(path(), { waitUntil: 'networkidle' })
    expect(response?.status()).toBe(200)
    await page.locator('main h1').first().waitFor({ state: 'attached' })
    await page.evaluate(() => document.fonts.ready)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([name, viewport.width, Math.max(0, overflow)]).toEqual([name, viewport.width, 0])
    pictures.push(await page.screenshot({ animations: 'disabled' }))
    await endVisit(visit)
  }
  const picture = join(folder, `${name}.webp`)
  if (isUpdate) {
    mkdirSync(folder, { recursive: true })
    await placeSideBySide(pictures, picture)
  }
  expect(existsSync(picture)).toBe(true)
})
