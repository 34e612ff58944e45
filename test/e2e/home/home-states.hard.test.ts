// hard: trailers, the way back and a home without pictures (20 s); home.test.ts shows rows and cards.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHistory } from '#test/e2e/library/fixtures.ts'
import { endVisit, makePlayable, type Site } from '#test/e2e/site.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openIllustratedSite } from './illustrated-site.ts'

const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const }

let site: Site
beforeAll(async () => void (site = await openIllustratedSite()))
afterAll(() => site?.close())

test('plays the trailer of the hero once, silently, with sound and pause', async () => {
  const probe = await site.visit(wide)
  await probe.page.goto('/')
  const href = await probe.page.getByRole('link', { name: /재생$/ }).first().getAttribute('href')
  await endVisit(probe)
  const id = Number(href!.split('/')[2])
  await site.world.pool.query(
    `update episodes set is_free = true, price = 0, rental_price = null where id = $1`,
    [id],
  )
  await makePlayable(site.world, [{ id }], 20)

  const visit = await site.visit({ viewport: wide.viewport, reducedMotion: 'no-preference' })
  const { page } = visit
  await page.goto('/')
  const hero = page.getByRole('region', { name: '지금 만나 볼 작품' })
  const video = hero.locator('video')
  const state = () =>
    video.evaluate((element: HTMLVideoElement) => ({
      muted: element.muted,
      paused: element.paused,
      started: element.currentTime > 0,
    }))
  await expect.poll(state).toEqual({ muted: true, paused: false, started: true })
  await hero.getByRole('button', { name: '소리 켜기' }).click()
  expect(await state()).toMatchObject({ muted: false, paused: false })
  await hero.getByRole('button', { name: '자동 재생 멈추기' }).click()
  await expect.poll(state).toMatchObject({ paused: true })
  await hero.getByRole('button', { name: '자동 재생 켜기' }).click()
  await expect.poll(state).toMatchObject({ paused: false })
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  await expect.poll(state).toMatchObject({ paused: true })
  await endVisit(visit)
})

test('keeps the place of a row in the window after Back, below a member’s 이어보기', async () => {
  const member = await makeMember(site.world)
  await createHistory(site.world, member.profile_id, [{ id: 1, days_ago: 1, share: 0.4 }])
  const visit = await site.visit(
    { viewport: { width: 360, height: 780 }, hasTouch: true, isMobile: true },
    member,
  )
  const { page } = visit
  await page.goto('/')
  await page.getByRole('region', { name: '이어보기' }).getByRole('article').first().waitFor()
  const row = page.getByRole('region', { name: '가장 많이 본 영화' })
  await row.scrollIntoViewIfNeeded()
  const top = () => row.evaluate((element) => Math.round(element.getBoundingClientRect().top))
  const before = await top()
  await row.getByRole('article').first().click()
  await page.waitForURL(/\/series\/\d+$/)
  await page.goBack()
  await row.waitFor()
  await page.getByRole('region', { name: '이어보기' }).getByRole('article').first().waitFor()
  // The estimated heights of rows above differ from the real ones by some pixels.
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThanOrEqual(20)
  await endVisit(visit)
})

test('begins below the header without a work for the hero', async () => {
  await site.world.pool.query('update series set backdrop_key = null')
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/')
  const [header, row] = await Promise.all([
    page.locator('header').boundingBox(),
    page.getByRole('heading', { name: '오늘의 인기 15' }).boundingBox(),
  ])
  expect(row!.y).toBeGreaterThanOrEqual(header!.y + header!.height)
  await endVisit(visit)
})
