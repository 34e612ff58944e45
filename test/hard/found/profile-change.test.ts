import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeSeries } from '#test/fixtures/contents.ts'
import { openAccount } from '#test/fixtures/members.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'

vi.setConfig({ testTimeout: 60_000 })

let site: Site
beforeAll(async () => {
  site = await openSite()
  // More works than a page of a category has.
  for (let count = 0; count < 20; count++) await makeSeries(site.world, { category_ids: [6] })
}, 180_000)
afterAll(() => site?.close())

const menuOf = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name: `${name}님의 메뉴` })
const cards = (page: Page) => page.getByRole('main').getByRole('article')

/** Opens the first category and its second page, which the tab keeps. */
async function openCategory(page: Page) {
  await page.goto('/categories/6')
  await menuOf(page, '김한편').waitFor()
  const before = await cards(page).count()
  await page.getByRole('link', { name: '더 보기' }).click()
  await expect.poll(() => cards(page).count()).toBeGreaterThan(before)
}

async function chooseProfile(page: Page, from: string, to: string) {
  await menuOf(page, from).click()
  await page.getByRole('menuitem', { name: to }).click()
  await menuOf(page, to).waitFor()
  await page.waitForURL('/')
}

/** The titles that the server lists for the profile of the session. */
const listedTitles = (page: Page) =>
  page.evaluate(async () => {
    const response = await fetch('/api/contents/series/?category=6&limit=100')
    const { results } = (await response.json()) as { results: { title: string }[] }
    return results.map(({ title }) => title)
  })

test('shows a child no work of the adult’s pages after Back or in another tab', async () => {
  const member = await openAccount(site.world)
  await member.create({ name: '새봄', is_child: true, age_limit: '12' })
  await member.select(member.profile_id)
  const cookie = member.browser.cookie()
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } }, { cookie })
  const { page } = visit
  const other = await visit.tab()
  await openCategory(page)
  await openCategory(other)
  const before = await listedTitles(page)
  await chooseProfile(page, '김한편', '새봄')
  const allowed = await listedTitles(page)
  expect(allowed.length).toBeLessThan(before.length)

  const forbiddenCards = async (tab: Page) =>
    (await cards(tab).allInnerTexts()).filter(
      (text) => !allowed.some((title) => text.includes(title)),
    )
  const count = `${allowed.length}편`
  await other.getByRole('status').filter({ hasText: count }).waitFor()
  expect(await forbiddenCards(other)).toEqual([])
  await page.goBack()
  await page.getByRole('status').filter({ hasText: count }).waitFor()
  expect(await forbiddenCards(page)).toEqual([])
  await endVisit(visit)
})

test('loads a page of the page cache again if another profile uses the session', async () => {
  const member = await openAccount(site.world)
  await member.create({ name: '새봄', is_child: true, age_limit: '12' })
  await member.select(member.profile_id)
  const cookie = member.browser.cookie()
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } }, { cookie })
  const { page } = visit
  await page.goto('/categories/6')
  await menuOf(page, '김한편').waitFor()
  const show = () =>
    page.evaluate(() => {
      const { documentElement: root } = document
      root.dataset['kept'] = ''
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
      return root.hidden
    })
  expect(await show()).toBe(false)
  // What another tab did while this page was not running.
  const reloaded = page.waitForEvent('load')
  await page.evaluate(() => localStorage.setItem('hanpyeon.viewer', '0.0'))
  expect(await show()).toBe(true)
  await reloaded
  await menuOf(page, '김한편').waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset['kept'])).toBeUndefined()
  await endVisit(visit)
})
