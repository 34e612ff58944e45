import { seedCatalogue } from '#seed/seed-catalogue.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { expect, test } from 'vitest'

const locations = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)

test('lists every public page of the catalogue once', async () => {
  const app = await openTestAppForTest({ env: { SITE_URL: 'https://hanpyeon.example' } })
  await seedCatalogue(app.transact, new Date())
  await app.pool.query('update series set is_hidden = true where id = 2')
  const index = locations(await (await app.fetch('/sitemap.xml')).text())
  const pages: string[] = []
  for (const address of index) {
    const file = await app.fetch(new URL(address).pathname)
    expect(file.headers.get('content-type')).toBe('application/xml; charset=utf-8')
    pages.push(...locations(await file.text()))
  }
  const site = 'https://hanpyeon.example'
  expect(pages).toContain(`${site}/`)
  expect(pages).toContain(`${site}/series/1/season/1/episode/1`)
  expect(pages.filter((page) => page.startsWith(`${site}/series/2/`))).toEqual([])
  expect(new Set(pages).size).toBe(pages.length)
  const { rows } = await app.pool.query<{ count: number }>(
    'select count(*) from episodes e join series s on s.id = e.series_id where not s.is_hidden and not e.is_hidden',
  )
  expect(pages.filter((page) => page.includes('/episode/')).length).toBe(rows[0]?.count)
  const robots = await (await app.fetch('/robots.txt')).text()
  expect(robots).toContain(`Sitemap: ${site}/sitemap.xml`)
  expect((await app.fetch('/sitemap/series-0.xml')).status).toBe(404)
})
