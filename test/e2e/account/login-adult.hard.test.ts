// hard: an age-restricted film after signing in (12 s); login.test.ts signs in, the rule has integration tests.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { waitForTime } from '#test/e2e/player/playable-episodes.ts'
import { endVisit, makePlayable, openSite, signIn, type Site } from '#test/e2e/site.ts'
import { logIn } from './sign-in-steps.ts'

// Each test loads several pages, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 })

const wide = { viewport: { width: 1440, height: 900 } }

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 180_000)
afterAll(() => site?.close())

test('plays an age-restricted episode after signing in', async ({ skip }) => {
  skip(!site.plays, 'this browser has no H.264')
  const { world } = site
  const [id] = await makeEpisodes(world, [{ series: { age_rating: '19' }, is_free: true }])
  await makePlayable(world, [{ id: id! }], 12)
  const year = 365 * 86_400_000
  const until = new Date(world.clock.now().getTime() + year).toISOString()
  const adult = await makeMember(world, { adult_verified_until: until })
  const other = await makeMember(world)

  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto(`/video/${id}`)
  const way = page.getByRole('link', { name: '로그인하고 보기' })
  await expect.poll(() => way.getAttribute('href')).toBe(`/accounts/login?next=%2Fvideo%2F${id}`)
  await way.click()
  const dialog = page.getByRole('dialog', { name: '로그인' })
  await dialog.waitFor()
  await logIn(page, adult)
  await dialog.waitFor({ state: 'detached' })
  await waitForTime(page, 0.5)

  // A member without verified age gets a link that leads back here.
  await visit.context.clearCookies()
  await signIn(visit, other)
  await page.reload()
  await page.getByRole('heading', { name: '성인 인증이 필요해요' }).waitFor()
  await expect
    .poll(() => page.getByRole('link', { name: '성인 인증하기' }).getAttribute('href'))
    .toBe(`/mypage/profile?next=%2Fvideo%2F${id}#adult`)
  await endVisit(visit)
})
