import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { openAccount } from '#test/fixtures/members.ts'
import { openSite, type Site } from '#test/e2e/site.ts'
import { logIn } from './sign-in-steps.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

test('shows a children’s profile a home of its own, from the first paint on', async () => {
  const member = await openAccount(site.world)
  await member.create({ name: '새봄', is_child: true, age_limit: 'ALL' })
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } })
  const { page } = visit
  visit.allow(/accounts\/me/)
  const look = () =>
    page.evaluate(() => {
      const { dataset } = document.documentElement
      return [
        'child' in dataset,
        getComputedStyle(document.documentElement).backgroundColor,
      ] as const
    })
  await page.goto('/accounts/login?next=/')
  const [, background] = await look()
  await logIn(page, member)
  await page.getByRole('list', { name: '프로필' }).getByRole('button', { name: '새봄' }).click()
  await page.waitForURL('/')
  const banner = page.getByRole('banner')
  await banner.getByText('어린이', { exact: true }).waitFor()
  await expect.poll(look).not.toEqual([true, background])
  await banner.getByRole('link', { name: '애니메이션' }).waitFor()
  await expect.poll(() => banner.getByRole('link', { name: '숏드라마' }).count()).toBe(0)
  expect(await findViolations(page)).toEqual([])

  // Before the session is known.
  await page.route('**/api/accounts/me/', () => {})
  await page.goto('/')
  expect((await look())[0]).toBe(true)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()

  // A blocked work says why, as one that is gone does.
  await page.goto('/series/999999')
  await page.getByRole('heading', { name: '이 프로필에서는 볼 수 없는 작품이에요' }).waitFor()
  await visit.context.close()
})
