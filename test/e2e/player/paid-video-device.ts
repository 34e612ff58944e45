import type { Page } from 'playwright-core'
import type { TestMember } from '#test/fixtures/members.ts'
import type { Site } from '#test/e2e/site.ts'
import { videoElement } from './playable-episodes.ts'

/** Seconds: the preview is half of the film, and its last 10 s request the next key. */
export const filmSeconds = 48
export const previewSeconds = 24

/** Opens a browser context of the member. `laterKeys` collects its requests for keys after the preview. */
export async function openDevice(site: Site, member: TestMember | null) {
  const visit = await site.visit({}, member)
  const laterKeys: string[] = []
  visit.page.on('request', (request) => {
    if (/\/keys\/[^/]+\/[1-9]\d*\.key$/.test(request.url())) laterKeys.push(request.url())
  })
  return { visit, page: visit.page, laterKeys }
}

export const seek = (page: Page, seconds: number) =>
  page.evaluate((time) => void (document.querySelector('video')!.currentTime = time), seconds)
/** The second up to which the film is buffered. */
export const bufferedTo = (page: Page) =>
  page.evaluate(() => {
    const { buffered } = document.querySelector('video')!
    return buffered.length > 0 ? buffered.end(buffered.length - 1) : 0
  })
export const isPaused = async (page: Page) => (await videoElement(page)).paused
export const refundButton = (page: Page) => page.getByRole('button', { name: /환불$/ })
