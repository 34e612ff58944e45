// hard: trains a model, then asks for tastes (20 s of CPU); integration tests hold the recommendations.
import { endpoints } from '#contract/index.ts'
import { trainModel } from '#server/domains/recommendations/training/train-model.ts'
import { createLogger } from '#server/shared/logger.ts'
import { findViolations } from '#test/app/accessibility.ts'
import { endVisit, openSite, signIn, type Site } from '#test/e2e/site.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { recommendations, watch_history } = endpoints

let site: Site
beforeAll(async () => {
  site = await openSite()
  await trainModel({ ...site.world, log: createLogger('silent', 'test') })
})
afterAll(() => site?.close())

test('asks a new member for its taste, recommends works, and drops a refused one with its like', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } })
  const { page } = visit
  await signIn(visit, member)
  await page.goto('/')
  const picks = page.getByRole('region', { name: '어떤 작품을 좋아하세요?' })
  for (const index of [0, 1, 2]) await picks.locator('button[aria-pressed]').nth(index).click()
  expect(await findViolations(page)).toEqual([])
  await picks.getByRole('button', { name: '3편 골랐어요' }).click()
  const taste = page.getByRole('region', { name: '취향에 맞는 작품' })
  await taste.getByRole('listitem').first().waitFor()
  await expect.poll(() => picks.count()).toBe(0)

  const { rows } = await member.call(recommendations.listPersonalRows, {})
  const [refused] = rows[0]!.works
  await member.call(watch_history.like, {
    body: { content_type: 'series', object_id: refused!.id },
  })
  const cards = page.locator(`article:has(a[href="/series/${refused!.id}"]):visible`)
  const refuse = taste.getByRole('button', { name: `${refused!.title}, 관심 없음` })
  await taste.getByRole('link', { name: refused!.title }).focus()
  await refuse.hover()
  await refuse.click()
  await expect.poll(() => cards.count()).toBe(0)
  const likes = await member.call(watch_history.listLikes, { query: {} })
  expect(likes.results).toEqual([])

  await page.getByRole('button', { name: '되돌리기' }).click()
  await expect.poll(() => cards.count()).toBeGreaterThan(0)
  // By keyboard, away from the mouse: cards that move below it get the buttons.
  await page.mouse.move(0, 0)
  await taste.getByRole('link', { name: refused!.title }).focus()
  await refuse.press('Enter')
  await expect.poll(() => cards.count()).toBe(0)
  await page.reload()
  await taste.getByRole('listitem').first().waitFor()
  await expect.poll(() => taste.getByRole('link', { name: refused!.title }).count()).toBe(0)
  await endVisit(visit)
})

test('asks no more once the question is skipped', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit({ viewport: { width: 360, height: 800 } })
  const { page } = visit
  await signIn(visit, member)
  await page.goto('/')
  const picks = page.getByRole('region', { name: '어떤 작품을 좋아하세요?' })
  await picks.getByRole('button', { name: '건너뛰기' }).click()
  await expect.poll(() => picks.count()).toBe(0)
  expect(await member.call(recommendations.listPersonalRows, {})).toEqual({
    rows: [],
    needs_taste_picks: false,
  })
  await endVisit(visit)
})
