import { endpoints } from '#contract/index.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { addImages } from '#test/fixtures/contents.ts'
import { openSite, type Site, type Visit } from './site.ts'

let site: Site
let seasonPath: string
let episodePath: string
let visits: Visit[]
/** For metadata and repeated screens, which need no script. */
let withoutScripts: Visit
beforeAll(async () => {
  site = await openSite()
  await addImages(site.world, { series_id: 1, episode_id: 1 })
  const episode = await site.world.call(endpoints.contents.readEpisode, { params: { id: 1 } })
  seasonPath = `/series/1/season/${episode.season.id}`
  episodePath = `${seasonPath}/episode/1`
  visits = await Promise.all([
    site.visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' }),
    site.visit({
      viewport: { width: 360, height: 780 },
      reducedMotion: 'reduce',
      hasTouch: true,
      isMobile: true,
    }),
  ])
  withoutScripts = await site.visit({ javaScriptEnabled: false })
}, 180_000)
afterAll(() => site?.close())

/** Metadata of a page. */
const head = (page: Page) =>
  page.evaluate(() => {
    const content = (name: string) =>
      [...document.querySelectorAll(`meta[name="${name}"], meta[property="${name}"]`)].map(
        (node) => node.getAttribute('content') ?? '',
      )
    return {
      title: document.title,
      titles: document.querySelectorAll('title').length,
      description: content('description'),
      robots: content('robots'),
      canonical: [...document.querySelectorAll<HTMLLinkElement>('link[rel="canonical"]')].map(
        (link) => link.href,
      ),
      og: Object.fromEntries(
        ['og:title', 'og:description', 'og:type', 'og:url', 'og:image', 'og:site_name'].map(
          (name) => [name, content(name)],
        ),
      ),
      facts: [...document.querySelectorAll('script[type="application/ld+json"]')].map((script) =>
        JSON.parse(script.textContent),
      ) as Record<string, unknown>[],
      lang: document.documentElement.lang,
      headings: document.querySelectorAll('h1').length,
    }
  })

type Case = {
  /** `{season}` and `{episode}` stand for the addresses of those of series 1. */
  path: string
  title: string
  status?: number
  /** Marked `noindex`. */
  hidden?: boolean
  /** Axe and scripts run on the same screen elsewhere: in another case, or in `accounts/login` and `accounts/join`. */
  repeated?: boolean
}

const cases: Case[] = [
  { path: '/', title: '한편 | 한 편씩, 마음에 드는 이야기를 만나는 곳' },
  { path: '/categories', title: '카테고리 | 한편' },
  { path: '/categories/6', title: '국내 | 한편' },
  { path: '/series/1', title: '달 세탁소 | 한편' },
  { path: '/series/2', title: '막배 | 한편' },
  { path: '{season}', title: '달 세탁소 시즌 1 | 한편' },
  { path: '{episode}', title: '달 세탁소 1화 첫 빨래 | 한편' },
  { path: '/search', title: '검색 | 한편' },
  { path: '/search?q=%EB%8B%AC', title: '‘달’ 검색 결과 | 한편', hidden: true },
  { path: '/test', title: '부품 진열장 | 한편', hidden: true },
  { path: '/accounts', title: '로그인과 회원가입 | 한편', hidden: true, repeated: true },
  { path: '/accounts/login', title: '로그인 | 한편', hidden: true, repeated: true },
  {
    path: '/accounts/join',
    title: '약관 동의 (1/5) · 회원가입 | 한편',
    hidden: true,
    repeated: true,
  },
  { path: '/mypage/plans', title: '이용권 | 한편' },
  { path: '/customer-service', title: '고객센터 | 한편' },
  { path: '/customer-service/faqs/account', title: '로그인/회원 · 자주 묻는 질문 | 한편' },
  {
    path: '/customer-service/faqs/account?q=%ED%99%98%EB%B6%88',
    title: '‘환불’ 질문 검색 | 한편',
    hidden: true,
  },
  { path: '/customer-service/notices', title: '공지사항 | 한편' },
  { path: '/customer-service/playback-check', title: '재생 점검 | 한편', repeated: true },
  { path: '/terms/privacy', title: '개인정보처리방침 | 한편' },
  ...[
    '/series/abc',
    '/series/999999',
    '/series/1/season/999999',
    '/series/1/season/1/episode/abc',
    '/categories/99',
    '/video/999999',
    '/terms/nothing',
    '/customer-service/nothing',
    '/customer-service/faqs/nothing',
    '/customer-service/notices?id=999999',
    '/customer-service/notices?id=abc',
    '/없는-주소',
  ].map((path, at) => ({
    path,
    title: '찾으시는 화면이 없어요 | 한편',
    status: 404,
    hidden: true,
    repeated: at > 0,
  })),
]

test.each(cases.map((one) => [one.path, one] as const))(
  'route %s',
  async (address, { title, status = 200, hidden = false, repeated = false }) => {
    const path = address.replace('{season}', seasonPath).replace('{episode}', episodePath)
    // Narrow and wide viewports in parallel.
    const check = async (visit: Visit) => {
      const { page } = visit
      if (status === 404) visit.allow(/status of 404/)
      // Deferred content is loaded before axe runs.
      const answer = await page.goto(path, { waitUntil: repeated ? 'load' : 'networkidle' })
      expect(answer?.status()).toBe(status)
      expect(answer?.headers()['content-security-policy']).toMatch(
        /default-src 'self'.*frame-ancestors 'none'/,
      )
      const metadata = await head(page)
      expect(metadata).toMatchObject({ title, titles: 1, lang: 'ko', headings: 1 })
      expect(metadata.robots).toEqual(hidden ? ['noindex'] : [])
      if (status === 404) {
        await page.getByRole('link', { name: '작품 검색하기' }).waitFor()
        await page.getByRole('link', { name: '홈으로 가기' }).waitFor()
      } else {
        const canonical = new URL(path.replace(/\?.*/, ''), site.world.config.site_url).href
        expect(metadata.canonical).toEqual([canonical])
        expect(metadata.og['og:url']).toEqual([canonical])
        expect(metadata.og['og:site_name']).toEqual(['한편'])
        expect(metadata.description[0]).toMatch(/[가-힣]{2}/)
        expect(metadata.description).toEqual(metadata.og['og:description'])
        expect(metadata.og['og:title']?.[0]).toBeTruthy()
      }
      if (!repeated) expect(await findViolations(page)).toEqual([])
      visit.clean()
    }
    await Promise.all((repeated ? [withoutScripts] : visits).map(check))
  },
  60_000,
)

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
  const { page } = withoutScripts
  for (const [path, folder] of [
    ['/', '/og.png'],
    ['/series/1', '/images/'],
    [episodePath, '/images/'],
  ] as const) {
    await page.goto(path)
    const [picture = ''] = (await head(page)).og['og:image'] ?? []
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
  const { page } = withoutScripts
  const { world } = site
  const origin = world.config.site_url
  const series = await world.call(endpoints.contents.readSeries, { params: { id: 1 } })
  const movie = await world.call(endpoints.contents.readSeries, { params: { id: 2 } })
  const episode = await world.call(endpoints.contents.readEpisode, { params: { id: 1 } })

  await page.goto('/series/1')
  const [tv, trail] = (await head(page)).facts
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
      { '@type': 'ListItem', position: 1, name: '한편', item: `${origin}/` },
      { '@type': 'ListItem', position: 2, name: '애니메이션', item: `${origin}/categories/3` },
      { '@type': 'ListItem', position: 3, name: '달 세탁소', item: `${origin}/series/1` },
    ],
  })

  await page.goto('/series/2')
  expect((await head(page)).facts[0]).toMatchObject({ '@type': 'Movie', name: movie.title })

  await page.goto(episodePath)
  expect((await head(page)).facts[0]).toMatchObject({
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

  await page.goto('/')
  expect((await head(page)).facts[0]).toMatchObject({
    '@type': 'WebSite',
    potentialAction: { target: `${origin}/search?q={search_term_string}` },
  })
})

test('redirects a wrong parent in the path', async () => {
  const { page } = withoutScripts
  for (const [wrong, right] of [
    ['/series/2/season/999/episode/1', episodePath],
    [`/series/2/season/${seasonPath.split('/').at(-1)}/episode/1`, episodePath],
    [`/series/2/season/${seasonPath.split('/').at(-1)}`, seasonPath],
  ] as const) {
    const answer = await site.world.fetch(wrong)
    expect([wrong, answer.status, answer.headers.get('location')]).toEqual([wrong, 301, right])
    await page.goto(wrong)
    expect(new URL(page.url()).pathname).toBe(right)
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
