import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { openSite, type Site } from './site.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

let site: Site
beforeAll(async () => void (site = await openSite()))
afterAll(() => site?.close())

const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const }

/** Whether a pointer at the middle of the element would meet it. */
const isOnTop = (element: Locator) =>
  element.evaluate((node) => {
    const { x, y, width, height } = node.getBoundingClientRect()
    return node.contains(document.elementFromPoint(x + width / 2, y + height / 2))
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
  expect(await dialogs.count()).toBe(2)
  expect(await findViolations(page)).toEqual([])

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
  visit.clean()
  await visit.context.close()
})
