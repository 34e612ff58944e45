// hard: stops the database under open pages (9 s of CPU); stale.test.ts tests how edits reach pages.
import { endpoints } from '#contract/index.ts'
import pg from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { endVisit, openSite, type Site } from './site.ts'

let site: Site
let other: string
beforeAll(async () => {
  site = await openSite()
  other = await site.world.another()
}, 120_000)
afterAll(() => site?.close())

const titleOn = (page: Page) => page.getByRole('heading', { level: 1 }).innerText()

test('shows an edit in API, home, series page and list on every server', async () => {
  const { world } = site
  const edit = (title: string) =>
    world.pool.query('update series set title = $1 where id = 1', [title])
  const pages = ['/', '/series/1', '/categories/3', '/api/contents/series/']
  const textOf = async (address: string) => (await fetch(address)).text()
  const visit = await site.visit()
  await visit.page.goto('/series/1')
  // All responses are cached before the edit, so that a new title means a new response.
  for (const origin of [world.origin, other])
    for (const path of pages) expect(await textOf(origin + path)).toContain('달 세탁소')

  let before = '달 세탁소'
  for (const title of ['해 세탁소', '별 세탁소']) {
    await edit(title)
    const origins = [world.origin, other]
    const heard = (origin: string) =>
      expect
        .poll(() => textOf(`${origin}/api/contents/series/1/`), { interval: 10 })
        .toContain(title)
    await Promise.all(origins.map(heard))
    // The servers were notified: no cached response has the old title.
    for (const origin of origins) {
      for (const path of pages) {
        const text = await textOf(origin + path)
        expect([path, text.includes(title), text.includes(before)]).toEqual([path, true, false])
      }
    }
    before = title
  }
  await visit.page.reload()
  expect(await titleOn(visit.page)).toBe('별 세탁소')
  await edit('달 세탁소')
  await endVisit(visit)
})

/** Makes the database unavailable: new connections are refused, open ones are terminated. */
async function takeAway() {
  const name = new URL(site.world.url).pathname.slice(1)
  const owner = new pg.Client({ connectionString: inject('database').owner_url })
  await owner.connect()
  await owner.query(`alter database ${name} allow_connections false`)
  await owner.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
    [name],
  )
  return {
    async giveBack() {
      await owner.query(`alter database ${name} allow_connections true`)
      await owner.end()
    },
  }
}

test('serves an error page and problem documents without the database, and recovers without a restart', async () => {
  const { world } = site
  const visit = await site.visit()
  const { page } = visit
  visit.allow(/503/)
  await page.goto('/')
  const away = await takeAway()
  try {
    await expect.poll(async () => (await world.fetch('/readyz')).status).toBe(503)
    expect((await world.fetch('/healthz')).status).toBe(200)

    const call = await world.fetch('/api/contents/series/2/')
    expect(call.status).toBe(503)
    expect(call.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(call.headers.get('retry-after')).toBe('5')
    expect(call.headers.get('cache-control')).toBe('no-store')
    expect(await call.json()).toMatchObject({
      status: 503,
      code: 'service_unavailable',
      detail: expect.stringMatching(/[가-힣].*요/),
    })
    // The playback call must not answer 401 or 404.
    expect((await world.fetch('/api/contents/1/video/')).status).toBe(503)

    const answer = await page.goto('/series/2')
    expect(answer?.status()).toBe(503)
    expect(answer?.headers()['cache-control']).toBe('no-store')
    expect(await titleOn(page)).toBe('잠시 숨을 고르고 있어요')
    expect(await page.title()).toBe('잠시 숨을 고르고 있어요 | 한편')
    // Retrying during the outage keeps the retry button.
    const again = page.getByRole('button', { name: '다시 시도' })
    await Promise.all([
      page.waitForResponse((response) => response.status() === 503),
      again.click(),
    ])
    await again.waitFor()
  } finally {
    await away.giveBack()
  }
  for (const origin of [world.origin, other]) {
    await expect
      .poll(async () => (await fetch(`${origin}/readyz`)).status, { interval: 50 })
      .toBe(200)
    expect((await fetch(`${origin}/series/2`)).status).toBe(200)
    expect((await fetch(`${origin}/api/contents/series/2/`)).status).toBe(200)
  }
  await page.getByRole('button', { name: '다시 시도' }).click()
  await expect.poll(() => titleOn(page)).toBe('막배')
  // Notifications arrive again.
  await world.pool.query(`update series set title = '첫배' where id = 2`)
  await expect
    .poll(async () => (await (await fetch(`${other}/series/2`)).text()).includes('첫배'), {
      interval: 50,
    })
    .toBe(true)
  await endVisit(visit)
}, 60_000)

test('shows the error page after following a link during an outage, and continues from it', async () => {
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } })
  const { page } = visit
  visit.allow(/503/)
  await page.goto('/categories/2')
  // An edit invalidated the cached page.
  const { title } = await site.world.call(endpoints.contents.readSeries, { params: { id: 6 } })
  await site.world.pool.query('update series set synopsis = synopsis || $1 where id = 6', ['.'])
  const away = await takeAway()
  try {
    await expect.poll(async () => (await site.world.fetch('/readyz')).status).toBe(503)
    await page.getByRole('main').getByRole('link', { name: title }).click()
    await page.getByRole('heading', { name: '잠시 숨을 고르고 있어요' }).waitFor()
  } finally {
    await away.giveBack()
  }
  await expect.poll(async () => (await site.world.fetch('/readyz')).status).toBe(200)
  await page.getByRole('button', { name: '다시 시도' }).click()
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await endVisit(visit)
}, 60_000)
