// hard: rejected files, and uploads by keyboard on a phone (20 s); uploads.test.ts uploads a film.
import type { JobRunner } from '#server/jobs/job-runner.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { tabTo, findViolations } from '#test/app/accessibility.ts'
import { deleteAllJobs } from '#test/fixtures/job-queue.ts'
import { endVisit, openSite, type Site } from '../site.ts'
import { button, chooseFiles, generateSmallFilm, openUploads, uploadsPath } from './uploads-page.ts'

// A busy machine encodes slowly.
vi.setConfig({ testTimeout: 120_000 })
const long = { timeout: 60_000 }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

let site: Site
let worker: JobRunner
beforeAll(async () => {
  site = await openSite()
  await deleteAllJobs(site.world)
  worker = await site.world.work()
}, 180_000)
afterAll(async () => {
  await worker?.stop()
  await site?.close()
})

test('shows why a file is not a video, and retries or deletes it', async () => {
  const { page, visit } = await openUploads(site)
  await chooseFiles(page, [
    { name: '글.mp4', buffer: Buffer.from('영상이 아니에요. '.repeat(200)) },
  ])
  const row = page.getByRole('row', { name: /글\.mp4/ })
  await row.getByText('영상 파일이 아니에요.', { exact: false }).waitFor(long)
  await row.getByRole('button', { name: '다시 변환: 글.mp4' }).click()
  await page.getByText('변환을 다시 시작했어요').waitFor()
  await row.getByText('실패').waitFor(long)
  await row.getByRole('link').click()
  await page.getByText('not_a_video', { exact: false }).first().waitFor()
  await button(page, '영상 지우기').click()
  await page.getByRole('dialog').getByRole('button', { name: '영상 지우기' }).click()
  await page.getByText('영상을 지웠어요').waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(uploadsPath)
  // The deletion event may reach the film’s page before it is left; its read then gets 404.
  visit.allow(/404 .*\/api\/studio\/assets\/\d+\//)
  await chooseFiles(page, [{ name: '빈 파일.mp4', buffer: Buffer.alloc(0) }])
  await page.getByText('파일에 아무 내용도 없어요.', { exact: false }).waitFor()
  visit.allow(/400/)
  await endVisit(visit)
})

test('reaches everything by keyboard and fits a phone', async () => {
  const { page, visit } = await openUploads(site, phone)
  await chooseFiles(page, [{ name: '겨울 바다.mp4', buffer: await generateSmallFilm() }])
  await page.getByRole('link', { name: /겨울 바다/ }).waitFor()
  // Starts after the navigation.
  await page.getByRole('link', { name: '활동 기록' }).focus()
  // Registered first, because the file chooser may open before a later listener.
  const chooser = page.waitForEvent('filechooser')
  await tabTo(page, '파일 고르기')
  await page.keyboard.press('Enter')
  await chooser
  expect(await findViolations(page)).toEqual([])
  const over = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(await over()).toBe(0)
  await page.getByRole('link', { name: /겨울 바다/ }).click()
  await page.getByRole('heading', { name: '겨울 바다.mp4' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  expect(await over()).toBe(0)
  await endVisit(visit)
})
