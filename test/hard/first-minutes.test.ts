// hard: starts the demonstration as `npm start` does, and waits until the films that lead are encoded (minutes of CPU).
import { accounts } from '#contract/accounts/accounts.ts'
import { contents } from '#contract/contents/contents.ts'
import { playback } from '#contract/playback/playback.ts'
import type { Problem } from '#contract/problem.ts'
import { sessionHintCookie } from '#contract/core/constants.ts'
import { demoMembers } from '#seed/activity/demo-credentials.ts'
import { createGuestClient, type GuestClient } from '#test/app/guest-client.ts'
import { openSharedBrowser } from '#test/e2e/browser.ts'
import { isInteractive } from '#test/e2e/site.ts'
import { placeSideBySide } from '#test/e2e/showcase/place-side-by-side.ts'
import { startStack } from '#test/processes/npm-start.ts'
import { existsSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'

/** With `UPDATE=1` the steps wait for their instants, and their pictures are those of `docs/design.md`. */
const isUpdate = process.env['UPDATE'] === '1'
const pictures = join(import.meta.dirname, '../../docs/design')
const screens = [
  { width: 1440, height: 900 },
  { width: 360, height: 780 },
]

let origin: string
let client: GuestClient
let browser: Browser
let readyAt: number
beforeAll(async () => {
  const data = await mkdtemp(join(tmpdir(), 'hanpyeon-first-'))
  const stack = await startStack({ DATA_DIR: data, SEED: 'demo' })
  await stack.ready()
  readyAt = performance.now()
  origin = `http://localhost:${stack.port}`
  const headers = { 'sec-fetch-site': 'same-origin' }
  client = createGuestClient({
    fetch: (path, init) =>
      fetch(origin + path, { ...init, headers: { ...headers, ...init?.headers } }),
  })
  browser = await openSharedBrowser()
})

/** Opens a tab of a new visitor. The hero stands still, so that a change after a press is caused by the press. */
async function openTab(viewport: { width: number; height: number }): Promise<Page> {
  const locale = { locale: 'ko-KR', timezoneId: 'Asia/Seoul', reducedMotion: 'reduce' } as const
  const context = await browser.newContext({ baseURL: origin, viewport, ...locale })
  onTestFinished(() => context.close())
  return context.newPage()
}

test('a stranger meets a home, a title, a film and an account in the first five minutes', async () => {
  const tabs = await Promise.all(screens.map(openTab))
  const shots: Buffer[][] = tabs.map(() => [])
  const steps: [seconds: number, take: (page: Page) => Promise<unknown>][] = [
    [0, (page) => page.goto('/')],
    [
      5,
      async (page) => {
        await page.getByRole('link', { name: '작품 정보' }).first().click()
        await page.waitForURL('**/series/*')
      },
    ],
    [
      15,
      async (page) => {
        await page.getByRole('link', { name: /재생/ }).first().click()
        const isPlaying = () => (document.querySelector('video')?.currentTime ?? 0) > 1
        await page.waitForFunction(isPlaying, null, { timeout: 90_000 })
      },
    ],
    [
      60,
      async (page) => {
        await page.goto('/')
        await page.getByRole('button', { name: '시연 계정으로 로그인' }).click()
        await page.getByRole('button', { name: '한지우' }).first().waitFor()
      },
    ],
    [
      300,
      async (page) => {
        await page.goto('/mypage')
        await page.getByRole('main').getByText('한지우').first().waitFor()
      },
    ],
  ]
  for (const [seconds, take] of steps) {
    if (isUpdate) await pause(Math.max(0, readyAt + seconds * 1_000 - performance.now()))
    for (const [place, page] of tabs.entries()) {
      await take(page)
      await page.locator('main').waitFor()
      await page.evaluate(() => document.fonts.ready)
      shots[place]!.push(await page.screenshot())
    }
  }
  for (const [place, { width }] of screens.entries()) {
    const file = join(pictures, `first-minutes-${width}.webp`)
    if (isUpdate) await placeSideBySide(shots[place]!, file)
    expect(existsSync(file)).toBe(true)
  }
}, 600_000)

test('home is complete when the start says so', async () => {
  const page = await openTab(screens[0]!)
  await page.goto('/')
  const pictures = await page.evaluate(() => [...document.images].map(({ src }) => src))
  expect(pictures.length).toBeGreaterThan(40)
  const broken: string[] = []
  for (const src of new Set(pictures)) {
    const response = await fetch(src)
    await response.body?.cancel()
    if (!response.headers.get('content-type')?.startsWith('image/')) broken.push(src)
  }
  expect(broken).toEqual([])
})

test('the films that lead are whole, at 24 frames a second', async () => {
  const { hero } = await client.call(contents.readHomeCuration, {})
  const { results: ranked } = await client.call(contents.listTrending, { query: { limit: 5 } })
  const works = new Map([...hero, ...ranked].map(({ id, title }) => [id, title]))
  expect(works.size).toBeGreaterThanOrEqual(5)
  for (const [series, title] of works) {
    const query = { series, ordering: 'number', limit: 1 } as const
    const { results } = await client.call(contents.listEpisodes, { query })
    const { id, runtime } = results[0]!
    expect(runtime, title).toBeGreaterThanOrEqual(30)
    const manifest = await vi.waitUntil(() => readManifest(id), { timeout: 240_000, interval: 500 })
    const seconds = (performance.now() - readyAt) / 1_000
    console.log(`${title}: plays ${seconds.toFixed(1)} s after Ready`)
    const playlist = await readText(manifest)
    const rates = [...playlist.matchAll(/FRAME-RATE=([\d.]+)/g)].map(([, rate]) => Number(rate))
    expect(rates, playlist).not.toEqual([])
    expect(Math.min(...rates), title).toBe(24)
    const [media = ''] = /^[^#\n].*$/m.exec(playlist) ?? []
    const segments = (await readText(new URL(media, origin + manifest).href)).matchAll(
      /#EXTINF:([\d.]+)/g,
    )
    // A sold film plays its preview.
    expect(
      [...segments].reduce((sum, [, seconds]) => sum + Number(seconds), 0),
      title,
    ).toBeGreaterThanOrEqual(20)
  }
}, 600_000)

const readText = async (address: string) => (await fetch(new URL(address, origin))).text()

/** The manifest of an episode or of its preview; none while the film is not ready. */
async function readManifest(id: number): Promise<string | undefined> {
  const response = await client.fetch(playback.readVideo, { params: { id }, query: {} })
  const answer = (await response.json()) as { manifest_url?: string } & Problem
  return answer.manifest_url ?? answer.purchase_options?.preview?.manifest_url
}

const visitorPages = [
  '/',
  '/series/1',
  '/categories',
  '/search?q=달',
  '/upcoming',
  '/accounts/login',
]
const memberPages = [
  '/',
  '/series/1',
  ...['', '/videos', '/purchased', '/points', '/plans'].map((end) => `/mypage${end}`),
]

test.each([
  ['a visitor', false, visitorPages],
  ['the viewer of the demonstration', true, memberPages],
] as const)(
  'every button that %s sees does something',
  async (_, isMember, paths) => {
    const page = await openTab(screens[0]!)
    if (isMember) await signIn(page)
    const dead: string[] = []
    let pressed = 0
    for (const path of paths) {
      await openPage(page, path)
      // Pages that follow an encode never become idle.
      await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {})
      const names = await page
        .locator('button:visible:not([disabled], [aria-disabled="true"])')
        .evaluateAll((buttons) =>
          buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent.trim()),
        )
      for (const name of new Set(names)) {
        await openPage(page, path)
        const button = page.getByRole('button', { name, exact: true }).first()
        // An earlier press may have removed it for good, such as a hint.
        const isShown = await button.waitFor({ timeout: 5_000 }).then(
          () => true,
          () => false,
        )
        if (!isShown) continue
        pressed++
        if (!(await isAnswered(page, button))) dead.push(`${path}: ${name}`)
      }
    }
    console.log(`${pressed} buttons`)
    expect(dead).toEqual([])
    expect(pressed).toBeGreaterThan(paths.length * 3)
  },
  900_000,
)

async function signIn(page: Page) {
  const [{ email, password }] = demoMembers
  await client.call(accounts.signIn, { body: { email, password } })
  const url = origin
  await page.context().addCookies([
    { name: 'sid', value: client.cookie().replace('sid=', ''), url, httpOnly: true },
    { name: sessionHintCookie, value: '1', url },
  ])
}

async function openPage(page: Page, path: string) {
  await page.goto(path)
  await page.waitForFunction(isInteractive)
}

/** Presses a button. @returns whether the document, the address, the focus or a scroll position changed. */
async function isAnswered(page: Page, button: Locator): Promise<boolean> {
  // Leaving a field validates it, and the pointer may show a hint: neither is an answer to the press.
  await button.focus()
  await button.hover()
  const before = await page.evaluate(readState)
  await button.click()
  return vi
    .waitUntil(
      async () => (await page.evaluate(readState).catch(() => 'another page')) !== before,
      { timeout: 2_000, interval: 50 },
    )
    .catch(() => false)
}

/** Runs in the page. */
function readState(): string {
  const scrolled = [...document.querySelectorAll('*')].map(
    ({ scrollLeft, scrollTop }) => scrollLeft + scrollTop,
  )
  const { activeElement, documentElement } = document
  return [location.href, documentElement.outerHTML, activeElement?.outerHTML, ...scrolled].join()
}
