import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openSite, type Site } from '#test/e2e/site.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 240_000 })

let site: Site
beforeAll(async () => void (site = await openSite([])))
afterAll(() => site?.close())

it.each([
  ['/accounts/nope', false],
  ['/accountsfoo', false],
  ['/terms/service/nope', false],
  ['/profilesfoo', true],
  ['/nope', true],
])('hydrates the missing page %s without an error', async (path, hasNavigation) => {
  const visit = await site.visit()
  const { page } = visit
  visit.allow(/status of 404/)
  const response = await page.goto(path)
  expect(response?.status()).toBe(404)
  await page.waitForFunction(() => '__reactRouterDataRouter' in window)
  await expect.poll(() => page.locator('h1').innerText()).not.toBe('')
  expect(await page.locator('header nav').count()).toBe(hasNavigation ? 1 : 0)
  visit.clean()
  await visit.context.close()
})

it('answers the data request of an unknown path with 404 and the text of the router', async () => {
  const response = await site.world.fetch('/nope.data')
  expect(response.status).toBe(404)
  expect(await response.text()).toContain('No route matches URL')
})
