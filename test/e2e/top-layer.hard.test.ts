// hard: toasts above dialogs and the account menu by keyboard (20 s); login.test.ts uses the menu.
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations, hasFocus } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { holdRequests } from './delay-requests.ts'
import { endVisit, openSite, type Site } from './site.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

let site: Site
beforeAll(async () => void (site = await openSite([], { search: true })))
afterAll(() => site?.close())

const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const }

/** Whether a pointer at the middle of the element would meet it. */
const isOnTop = (element: Locator) =>
  element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect()
    return node.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  })

test('opens a dialog that was requested before the code of dialogs had loaded', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  const release = await holdRequests(page, '**/assets/overlays-*.js')
  await page.goto('/test')
  const requested = page.waitForRequest('**/assets/overlays-*.js')
  await page.getByRole('button', { name: '대화 상자 열기' }).click()
  await requested
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  release()
  await page.getByRole('dialog').getByText('환불하면 이 회차를').waitFor()
  await endVisit(visit)
})

test('shows toasts above open dialogs, where they are announced and can be closed', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/test', { waitUntil: 'networkidle' })
  const text = '찜한 작품에 담았어요'
  // As code does while a dialog is open, which keeps the pointer away from the button itself.
  const showToast = () =>
    page
      .locator('#dialogs button', { hasText: text })
      .first()
      .evaluate((button: HTMLElement) => button.click())
  const region = page.locator('[aria-live]', { hasText: text })
  const toast = region.getByText(text)

  await page.getByRole('button', { name: '두 겹 쌓기' }).click()
  const dialogs = page.getByRole('dialog')
  await expect.poll(() => dialogs.count()).toBe(2)
  await showToast()
  await toast.waitFor()
  expect(await isOnTop(toast)).toBe(true)
  // Everything outside of the dialog on top is inert: screen readers skip it.
  expect(await toast.evaluate((node) => node.closest('dialog')?.matches(':modal'))).toBe(true)
  await region.getByRole('button', { name: '닫기' }).click()
  await toast.waitFor({ state: 'detached' })
  await expect.poll(() => dialogs.count()).toBe(2)
  expect(await findViolations(page)).toEqual([])

  // On a phone it leaves the buttons of the dialog free.
  await page.setViewportSize({ width: 360, height: 780 })
  await showToast()
  await toast.waitFor()
  expect(await isOnTop(toast)).toBe(true)
  expect(await isOnTop(dialogs.last().getByRole('button', { name: '그만두기' }))).toBe(true)
  await region.getByRole('button', { name: '닫기' }).click()
  await page.setViewportSize(wide.viewport)

  // A toast stays when the dialog that it stood in closes.
  await showToast()
  await toast.waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialogs.count()).toBe(1)
  expect(await isOnTop(toast)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialogs.count()).toBe(0)
  expect(await isOnTop(toast)).toBe(true)
  await page.getByRole('region', { name: '알림', exact: true }).getByText(text).waitFor()
  await endVisit(visit)
})

test('opens the account menu, moves in it by keyboard and closes it', async () => {
  const visit = await site.visit(wide, await makeMember(site.world))
  const { page } = visit
  await page.goto('/search', { waitUntil: 'networkidle' })
  const button = page.getByRole('button', { name: /님의 메뉴$/ })
  const menu = page.getByRole('menu')
  const item = (name: string) => menu.getByRole('menuitem', { name })

  await button.focus()
  await page.keyboard.press('Enter')
  await hasFocus(item('프로필 관리'))
  await expect.poll(() => menu.getByRole('menuitem').count()).toBe(8)
  expect(await isOnTop(item('로그아웃'))).toBe(true)
  expect(await findViolations(page)).toEqual([])
  await page.keyboard.press('ArrowUp')
  await hasFocus(item('로그아웃'))
  await page.keyboard.press('ArrowDown')
  await hasFocus(item('프로필 관리'))
  await page.keyboard.press('End')
  await hasFocus(item('로그아웃'))
  await page.keyboard.press('Home')
  await hasFocus(item('프로필 관리'))
  // The first consonant, which is what a Korean keyboard types.
  const type = (key: string) => page.locator(':focus').dispatchEvent('keydown', { key })
  await type('ㅍ')
  await hasFocus(item('포인트'))
  await type('ㅍ')
  await hasFocus(item('프로필 관리'))
  await type('구')
  await hasFocus(item('구매한 작품'))

  await page.keyboard.press('Escape')
  await hasFocus(button)
  await expect.poll(() => menu.count()).toBe(0)
  await page.keyboard.press('ArrowUp')
  await hasFocus(item('로그아웃'))
  await page.keyboard.press('Tab')
  await menu.waitFor({ state: 'hidden' })

  await button.click()
  await menu.waitFor()
  await page.mouse.click(200, 600)
  await menu.waitFor({ state: 'hidden' })
  await button.click()
  await menu.waitFor()
  await button.click()
  await menu.waitFor({ state: 'hidden' })
  await button.click()
  await item('내 정보').click()
  await page.waitForURL('/mypage/profile')
  await menu.waitFor({ state: 'hidden' })
  await endVisit(visit)
})
