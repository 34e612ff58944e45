// hard: the journey by keyboard (28 s); journey.test.ts makes it by mouse.
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFocus, tabTo } from '#test/app/accessibility.ts'
import {
  otherQuality,
  playToSecondSegment,
  videoElement,
  waitForTime,
} from './player/playable-episodes.ts'
import { openJourneySite, opening } from './journey-site.ts'
import { endVisit, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openJourneySite()
}, 180_000)
afterAll(() => site?.close())

const isPaused = (page: Page) => expect.poll(async () => (await videoElement(page)).paused)

/** A key of the Korean keyboard: its letter is a jamo, its place is the same. */
async function pressKorean(page: Page, key: string, code: string) {
  const session = await page.context().newCDPSession(page)
  for (const type of ['keyDown', 'keyUp'] as const)
    await session.send('Input.dispatchKeyEvent', { type, key, code })
  await session.detach()
}

test('plays by keyboard with the Korean layout', async ({ skip }) => {
  skip(!site.plays, 'this browser has no H.264')
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } })
  const { page } = visit
  await page.goto('/')
  await page.keyboard.press('Tab')
  expect(await readFocus(page)).toEqual({ name: '본문으로 바로가기', seen: true })
  await page.keyboard.press('Enter')
  // Focus starts after the menu, in the page.
  await tabTo(page, '1위 달 세탁소', 4)
  await page.keyboard.press('Enter')
  await page.waitForURL('/series/1')
  await page.getByRole('heading', { level: 1, name: '달 세탁소' }).waitFor()

  await tabTo(page, '첫 빨래 작품 정보')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: '첫 빨래' }).waitFor()
  await tabTo(page, '1화 재생')
  await page.keyboard.press('Enter')
  await page.waitForURL('/video/1')

  await waitForTime(page, opening.start)
  await page.getByRole('button', { name: '오프닝 건너뛰기' }).waitFor()
  // Paused, because the button disappears with the opening.
  await pressKorean(page, 'ㅏ', 'KeyK')
  await isPaused(page).toBe(true)
  await tabTo(page, '오프닝 건너뛰기', 20)
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await videoElement(page)).time).toBeGreaterThanOrEqual(opening.end)
  await pressKorean(page, 'ㅏ', 'KeyK')
  await playToSecondSegment(page)

  await pressKorean(page, 'ㅏ', 'KeyK')
  await isPaused(page).toBe(true)
  const before = (await videoElement(page)).time
  await pressKorean(page, 'ㅓ', 'KeyJ')
  await expect
    .poll(async () => (await videoElement(page)).time)
    .toBeCloseTo(Math.max(0, before - 10), 0)
  await page.keyboard.press('Home')
  await expect.poll(async () => (await videoElement(page)).time).toBe(0)

  await tabTo(page, '설정', 20)
  await page.keyboard.press('Enter')
  const settings = page.getByRole('dialog', { name: '설정' })
  await settings.waitFor()
  const chosen = () =>
    page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent ?? '')
  for (let count = 0; count < 5 && !(await chosen()).startsWith('자동'); count++)
    await page.keyboard.press('Tab')
  const other = await otherQuality(page)
  for (let count = 0; count < 3 && (await chosen()) !== other.name; count++)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'hidden' })
  await expect.poll(async () => (await readFocus(page)).name).toBe('설정')
  await pressKorean(page, 'ㅏ', 'KeyK')
  await expect.poll(async () => (await videoElement(page)).width).toBe(other.width)

  // A pause stops the countdown to the next episode.
  await pressKorean(page, 'ㅏ', 'KeyK')
  await isPaused(page).toBe(true)
  await page.keyboard.press('Digit8')
  await page.getByRole('region', { name: '다음 화' }).waitFor()
  await tabTo(page, '바로 재생', 20)
  await page.keyboard.press('Enter')
  await page.waitForURL('/video/2')
  await waitForTime(page, 1)
  await endVisit(visit)
}, 90_000)
