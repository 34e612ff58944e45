import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { episodesOf, visitAsMember, likeButton, isLiked, readLikes, wide } from './fixtures.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

test('likes a work on its page and removes it from the list', async () => {
  const { page, visit, member } = await visitAsMember(site, wide)
  await page.goto('/mypage/wishlist')
  await page.getByRole('heading', { name: '아직 찜한 작품이 없어요' }).waitFor()
  expect(await findViolations(page)).toEqual([])

  await page.goto('/series/1')
  await page.getByRole('button', { name: /메뉴$/ }).waitFor()
  await expect.poll(() => isLiked(page, '달 세탁소')).toBe('false')
  await likeButton(page, '달 세탁소').click()
  await expect.poll(() => isLiked(page, '달 세탁소')).toBe('true')
  await expect.poll(() => readLikes(member)).toEqual(['series 1'])
  await page.reload()
  await expect.poll(() => isLiked(page, '달 세탁소')).toBe('true')
  expect(await findViolations(page)).toEqual([])

  const [episode] = await episodesOf(site.world, 1, 1)
  await page.locator(`a[href$="/episode/${episode!.id}"]`).first().click()
  await likeButton(page, episode!.title).click()
  await expect.poll(() => readLikes(member)).toContain(`episode ${episode!.id}`)

  await page.goto('/mypage/wishlist')
  await likeButton(page, '달 세탁소').waitFor()
  expect(await findViolations(page)).toEqual([])
  await likeButton(page, '달 세탁소').click()
  await expect.poll(() => isLiked(page, '달 세탁소')).toBe('false')
  await expect.poll(() => readLikes(member)).toEqual([`episode ${episode!.id}`])
  await page.getByRole('button', { name: '회차', exact: true }).click()
  await likeButton(page, episode!.title).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: '찜한 작품이 없어요' }).waitFor()
  await endVisit(visit)
})
