import { afterAll, beforeAll, expect, test } from 'vitest'
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
})
afterAll(() => site?.close())

test('plays by mouse from home through series and episode to the next episode', async ({
  skip,
}) => {
  skip(!site.plays, 'this browser has no H.264')
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } })
  const { page } = visit
  await page.goto('/')
  const popular = page.getByRole('region', { name: '오늘의 인기 15' })
  await popular.getByRole('article').filter({ hasText: '1위 달 세탁소' }).click()
  await page.waitForURL('/series/1')
  await page.getByRole('heading', { level: 1, name: '달 세탁소' }).waitFor()

  await page.getByRole('link', { name: '첫 빨래 작품 정보' }).click()
  await page.waitForURL(/\/series\/1\/season\/\d+\/episode\/1$/)
  await page.getByRole('heading', { level: 1, name: '첫 빨래' }).waitFor()
  await page.getByRole('link', { name: '1화 재생' }).click()
  await page.waitForURL('/video/1')
  await expect.poll(() => page.title()).toMatch(/^달 세탁소 1화 첫 빨래/)

  await page.getByRole('button', { name: '오프닝 건너뛰기' }).click()
  await expect.poll(async () => (await videoElement(page)).time).toBeGreaterThanOrEqual(opening.end)
  await playToSecondSegment(page)

  const other = await otherQuality(page)
  await page.mouse.move(400, 400)
  await page.getByRole('button', { name: '설정', exact: true }).click()
  const settings = page.getByRole('dialog', { name: '설정' })
  await settings.getByText(other.name, { exact: true }).click()
  await expect.poll(async () => (await videoElement(page)).width).toBe(other.width)
  await page.keyboard.press('Escape')
  await settings.waitFor({ state: 'hidden' })

  const bar = (await page.getByRole('slider', { name: '재생 위치' }).boundingBox())!
  await page.mouse.click(bar.x + bar.width * 0.72, bar.y + bar.height / 2)
  const next = page.getByRole('region', { name: '다음 화' })
  await next.getByText(/초 뒤 다음 화가 시작돼요/).waitFor()
  await page.evaluate(() => {
    const video = document.querySelector('video')!
    // The countdown would end before a busy machine has pressed the button.
    video.pause()
    video.dataset['same'] = 'yes'
  })
  await next.getByRole('button', { name: '바로 재생' }).click()
  await page.waitForURL('/video/2')
  await expect.poll(async () => (await videoElement(page)).time).toBeLessThan(10)
  await waitForTime(page, 1)
  // The next episode starts in the same element, which has the permission to play with sound.
  await expect.poll(() => page.locator('video').getAttribute('data-same')).toBe('yes')

  // Back leads through the visited pages.
  await page.mouse.move(400, 300)
  await page.getByRole('link', { name: '달 세탁소 작품 페이지로' }).click()
  await page.waitForURL('/series/1')
  await page.getByRole('heading', { level: 1, name: '달 세탁소' }).waitFor()
  await endVisit(visit)
})
