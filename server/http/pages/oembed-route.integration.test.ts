import { seedCatalogue } from '#seed/seed-catalogue.ts'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { expect, test } from 'vitest'

const site = 'https://hanpyeon.example'

test('describes the address of a work, an episode and a second of a film', async () => {
  const app = await openTestAppForTest({ env: { SITE_URL: site } })
  await seedCatalogue(app.transact, new Date())
  const read = async (url: string, rest = '') => {
    const response = await app.fetch(`/oembed?url=${encodeURIComponent(url)}${rest}`)
    return { status: response.status, text: await response.text() }
  }
  const { rows } = await app.pool.query<{ series: string; episode: string }>(
    `select s.title as series, e.title as episode from episodes e join series s on s.id = e.series_id
     where e.id = 1 and s.id = 1`,
  )
  const { series, episode } = rows[0]!
  const work = await read(`${site}/series/1`)
  expect(JSON.parse(work.text)).toEqual({
    version: '1.0',
    type: 'link',
    title: series,
    provider_name: '한편',
    provider_url: site,
    cache_age: 3_600,
  })
  const titled = { type: 'link', title: `${series} 1화 ${episode}` }
  for (const path of ['/series/1/season/1/episode/1', '/video/1', '/video/1?t=75'])
    expect(JSON.parse((await read(site + path)).text)).toMatchObject(titled)
  for (const url of [
    'https://elsewhere.example/series/1',
    `${site}/mypage`,
    `${site}/series/0`,
    '',
  ])
    expect((await read(url)).status).toBe(404)
  expect((await read(`${site}/series/999999`)).status).toBe(404)
  expect((await read(`${site}/series/1`, '&format=xml')).status).toBe(501)
  await app.pool.query('update series set is_hidden = true where id = 1')
  await expect.poll(async () => (await read(`${site}/series/1`)).status).toBe(404)
})
