import { endpoints } from '#contract/index.ts'
import { createTempFolder } from '#test/fixtures/generated-films.ts'
import { deleteAllJobs } from '#test/fixtures/job-queue.ts'
import type { Page } from 'playwright-core'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endVisit, openSite, type Site, type Visit } from '#test/e2e/site.ts'
import {
  button,
  generateSmallFilm,
  openUploads,
  uploadsPath,
  wide,
} from '#test/e2e/studio/uploads-page.ts'

vi.setConfig({ testTimeout: 120_000 })
const long = { timeout: 60_000 }
let site: Site
let film: Buffer
beforeAll(async () => {
  site = await openSite()
  film = Buffer.concat([await generateSmallFilm(), Buffer.alloc(40_000_000, 7)])
  await deleteAllJobs(site.world)
}, 180_000)
afterAll(() => site?.close())

/** Limits the upload speed of a page, in bytes per second. */
async function slowDown({ context }: Visit, page: Page, uploadThroughput: number) {
  const line = await context.newCDPSession(page)
  await line.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  })
}
/** Chooses a file of the disk: a large buffer takes long to reach the browser. */
const choose = (page: Page, path: string) => page.getByLabel('올릴 영상 파일').setInputFiles(path)
const rowOf = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })

test('sends a file that is chosen in two tabs once', async () => {
  const { page, visit, staff } = await openUploads(site)
  await slowDown(visit, page, 8_000_000)
  await using box = await createTempFolder()
  const name = '두 탭.mp4'
  const path = join(box.path, name)
  await writeFile(path, film)
  await choose(page, path)
  await rowOf(page, name).getByText('초당', { exact: false }).waitFor()
  await choose(page, path)
  await page.getByText('이미 올리고 있는 파일이에요', { exact: false }).waitFor()
  const other = await visit.tab()
  await other.goto(uploadsPath)
  await choose(other, path)
  await rowOf(other, name).getByText('다른 탭에서 올리고 있어요', { exact: false }).waitFor()
  for (const tab of [page, other]) await tab.getByRole('row', { name: /두 탭/ }).waitFor(long)
  await expect.poll(() => rowOf(other, name).count()).toBe(0)
  const { results } = await staff.call(endpoints.studio_uploads.listAssets, {
    query: { name: '두 탭' },
  })
  expect(results).toHaveLength(1)
  await endVisit(visit)
})

test('says in another browser that the file is being sent, and takes it over without a fight', async () => {
  const { page, visit, staff } = await openUploads(site)
  await slowDown(visit, page, 1_000_000)
  visit.allow(/ERR_|status of (?:409|423)/)
  await using box = await createTempFolder()
  const name = '두 브라우저.mp4'
  const path = join(box.path, name)
  await writeFile(path, film)
  await choose(page, path)
  await rowOf(page, name).getByText('초당', { exact: false }).waitFor()

  const second = await site.visit(wide, staff)
  // The last bytes of the page before are recorded while this one begins.
  second.allow(/status of (?:409|423)/)
  await second.page.goto(uploadsPath)
  await slowDown(second, second.page, 4_000_000)
  await choose(second.page, path)
  const row = rowOf(second.page, name)
  await row.getByText('다른 창에서 올리고 있는 파일이에요', { exact: false }).waitFor()
  await row.getByRole('button', { name: '이어서 올리기' }).click()
  await rowOf(page, name).getByText('다른 창에서 이어 올리고 있어요').waitFor()
  await second.page.getByRole('row', { name: /두 브라우저/ }).waitFor(long)

  await rowOf(page, name).getByRole('button', { name: '이어서 올리기' }).click()
  await expect.poll(() => rowOf(page, name).count(), long).toBe(0)
  const { results } = await staff.call(endpoints.studio_uploads.listAssets, {
    query: { name: '두 브라우저' },
  })
  expect(results).toHaveLength(1)
  await button(page, '파일 고르기').waitFor()
  await endVisit(second)
  await endVisit(visit)
})
