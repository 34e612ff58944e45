import { endpoints } from '#contract/index.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addImages } from '#test/fixtures/contents.ts'
import { type RouteCase, routeCases, routePath } from './route-cases.ts'
import { openSite, type Site } from './site.ts'

// The HTML of all pages, without their scripts; routes.hard.test.ts runs those.

let site: Site
let seasonPath: string
let episodePath: string
/** An empty page, which parses the HTML of the others. */
let parser: Page
beforeAll(async () => {
  site = await openSite([], { search: true })
  await addImages(site.world, { series_id: 1, episode_id: 1 })
  const episode = await site.world.call(endpoints.contents.readEpisode, { params: { id: 1 } })
  seasonPath = `/series/1/season/${episode.season.id}`
  episodePath = `${seasonPath}/episode/1`
  parser = (await site.visit()).page
})
afterAll(() => site?.close())

/** Requests a page and reads its metadata and headings. */
async function readPage(path: string) {
  const response = await site.world.fetch(path)
  const content = await parser.evaluate(
    (html) => {
      const parsed = new DOMParser().parseFromString(html, 'text/html')
      const all = (selector: string) => [...parsed.querySelectorAll<HTMLElement>(selector)]
      const meta = (name: string) =>
        all(`meta[name="${name}"], meta[property="${name}"]`).map(
          (node) => node.getAttribute('content') ?? '',
        )
      return {
        title: parsed.title,
        titles: all('head title').length,
        description: meta('description'),
        robots: meta('robots'),
        canonical: all('link[rel="canonical"]').map((link) => link.getAttribute('href')),
        og: Object.fromEntries(
          ['og:title', 'og:description', 'og:type', 'og:url', 'og:image', 'og:site_name'].map(
            (name) => [name, meta(name)],
          ),
        ),
        facts: all('script[type="application/ld+json"]').map((script) =>
          JSON.parse(script.textContent),
        ) as Record<string, unknown>[],
        lang: parsed.documentElement.lang,
        headings: all('h1').length,
        links: all('a').map((link) => link.textContent),
      }
    },
    await response.text(),
  )
  return { response, ...content }
}

/** Opens a route, and checks what each page has. */
async function checkRoute({ path: address, title, status = 200, hidden }: RouteCase) {
  const path = routePath(address, { season: seasonPath, episode: episodePath })
  const { response, ...content } = await readPage(path)
  expect(response.status).toBe(status)
  expect(response.headers.get('content-security-policy')).toMatch(
    /default-src 'self'.*frame-ancestors 'none'/,
  )
  expect(content).toMatchObject({ title, titles: 1, lang: 'ko', headings: 1 })
  expect(content.robots).toEqual(hidden ? ['noindex'] : [])
  return { path, ...content }
}

const casesOf = ({ isMissing }: { isMissing: boolean }) =>
  routeCases
    .filter(({ status }) => (status === 404) === isMissing)
    .map((routeCase) => [routeCase.path, routeCase] as const)

test.each(casesOf({ isMissing: false }))('route %s', async (_, routeCase) => {
  const { path, ...metadata } = await checkRoute(routeCase)
  const canonical = new URL(path.replace(/\?.*/, ''), site.world.config.site_url).href
  expect(metadata.canonical).toEqual([canonical])
  expect(metadata.og['og:url']).toEqual([canonical])
  expect(metadata.og['og:site_name']).toEqual(['한편'])
  expect(metadata.description[0]).toMatch(/[가-힣]{2}/)
  expect(metadata.description).toEqual(metadata.og['og:description'])
  expect(metadata.og['og:title']?.[0]).toBeTruthy()
})

test.each(casesOf({ isMissing: true }))('no route %s', async (_, routeCase) => {
  const { links } = await checkRoute(routeCase)
  expect(links).toEqual(expect.arrayContaining(['작품 검색하기', '홈으로 가기']))
})

test('sends home with its styles in at most 60 KB of gzip', async () => {
  const { world } = site
  const response = await world.fetch('/', { headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers.get('content-encoding')).toBe('gzip')
  const html = await response.text()
  expect(html).toContain('<style id="sheet">')
  expect(html).toContain('오늘의 인기 15')
  expect(Number(response.headers.get('content-length'))).toBeLessThanOrEqual(60_000)
})

test('serves the images that pages reference', async () => {
  for (const [path, folder] of [
    ['/', '/og.png'],
    ['/series/1', '/images/'],
    [episodePath, '/images/'],
  ] as const) {
    const [picture = ''] = (await readPage(path)).og['og:image'] ?? []
    expect(new URL(picture).pathname).toContain(folder)
    const answer = await site.world.fetch(new URL(picture).pathname)
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
      path,
      200,
      expect.stringMatching(/^image\/(png|webp)$/),
    ])
  }
})

test('gives search engines the same data as the API', async () => {
  const { world } = site
  const origin = world.config.site_url
  const series = await world.call(endpoints.contents.readSeries, { params: { id: 1 } })
  const movie = await world.call(endpoints.contents.readSeries, { params: { id: 2 } })
  const episode = await world.call(endpoints.contents.readEpisode, { params: { id: 1 } })

  const [tv, trail] = (await readPage('/series/1')).facts
  expect(tv).toMatchObject({
    '@context': 'https://schema.org',
    '@type': 'TVSeries',
    url: `${origin}/series/1`,
    name: series.title,
    alternateName: series.title_original,
    description: series.synopsis,
    numberOfSeasons: series.seasons.length,
    numberOfEpisodes: series.episode_count,
    datePublished: series.released_on,
    genre: series.categories.map(({ name }) => name),
    actor: series.people.filter(({ role }) => role === 'cast').map(({ name }) => ({ name })),
  })
  expect(trail).toEqual({
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: '홈', item: `${origin}/` },
      { '@type': 'ListItem', position: 2, name: '애니메이션', item: `${origin}/categories/3` },
      { '@type': 'ListItem', position: 3, name: '달 세탁소', item: `${origin}/series/1` },
    ],
  })

  expect((await readPage('/series/2')).facts[0]).toMatchObject({
    '@type': 'Movie',
    name: movie.title,
  })

  expect((await readPage(episodePath)).facts[0]).toMatchObject({
    '@type': 'TVEpisode',
    url: `${origin}${episodePath}`,
    name: episode.title,
    episodeNumber: episode.number,
    duration: expect.stringMatching(/^PT(?:\d+M)?\d+S$/),
    isAccessibleForFree: true,
    datePublished: episode.released_at,
    partOfSeries: { '@type': 'TVSeries', name: series.title, url: `${origin}/series/1` },
    partOfSeason: { '@type': 'TVSeason', seasonNumber: 1 },
  })

  expect((await readPage('/')).facts[0]).toMatchObject({
    '@type': 'WebSite',
    potentialAction: { target: `${origin}/search?q={search_term_string}` },
  })
})

test('redirects a wrong parent in the path', async () => {
  for (const [wrong, right] of [
    ['/series/2/season/999/episode/1', episodePath],
    [`/series/2/season/${seasonPath.split('/').at(-1)}/episode/1`, episodePath],
    [`/series/2/season/${seasonPath.split('/').at(-1)}`, seasonPath],
  ] as const) {
    const answer = await site.world.fetch(wrong)
    expect([wrong, answer.status, answer.headers.get('location')]).toEqual([wrong, 301, right])
  }
})

test('ignores invalid pages and filters of a category', async () => {
  for (const query of [
    'page=0',
    'page=abc',
    'page=-1',
    'page=9999',
    'page=1e3',
    'page=99999999999999999999',
    'ordering=nonsense',
    'age_rating=99&is_series=maybe',
    'age_rating=19&is_series=false&is_completed=true',
    'page=1&page=2',
  ]) {
    const answer = await site.world.fetch(`/categories/1?${query}`)
    const text = await answer.text()
    expect([query, answer.status]).toEqual([query, 200])
    expect(text).toContain('드라마</h1>')
  }
})
