import { sessionHintCookie } from '#contract/core/constants.ts'
import { addArtwork } from '#seed/add-artwork.ts'
import { seedCatalogue } from '#seed/seed-catalogue.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { ServerBuild } from 'react-router'
import { expect, vi } from 'vitest'
import { registerEncodedFilm } from '#test/fixtures/generated-films.ts'
import type { TestMember } from '#test/fixtures/members.ts'
import { openTestApp, type TestApp } from '#test/app/test-app.ts'
import { openReferenceBrowser, openSharedBrowser } from './browser.ts'

const root = join(import.meta.dirname, '../..')

export type Site = {
  world: TestApp
  browser: Browser
  /** Whether the browser decodes H.264 and AAC; tests that need them are skipped otherwise. */
  plays: boolean
  /**
   * Opens a page in a new browser context. Console errors and requests to other hosts fail `clean`.
   * @param member who is signed in; a visitor by default.
   */
  visit(options?: BrowserContextOptions, member?: Pick<TestMember, 'cookie'> | null): Promise<Visit>
  close(): Promise<void>
}

export type Visit = {
  page: Page
  context: BrowserContext
  origin: string
  /** Opens another tab of the same context, with the same checks. */
  tab(): Promise<Page>
  /** Fails on any console error, page error, request to another host, or 5xx response since the last call. */
  clean(): void
  /** Ignores an error that the test causes. */
  allow(pattern: RegExp): void
}

type SiteOptions = {
  gateway?: boolean
  now?: string
  catalogue?: 'demonstration' | 'none'
  search?: boolean
  browser?: 'shared' | 'reference'
  env?: Record<string, string>
}

/**
 * Opens the production build of the pages on a real server, with the demonstration's catalogue by default.
 * @param illustrated works that have their artwork.
 * @param options.gateway whether to start a payment gateway simulator, whose windows a page may open.
 * @param options.now the initial instant of its clock; the present by default.
 * @param options.browser which browser `openSite` starts: by default the one of the other tests.
 * @param options.search whether the file searches: waits for the index, whose thread takes a second of CPU to start.
 */
export async function openPages(
  illustrated: readonly number[] = [],
  { catalogue = 'demonstration', search = false, browser: _, ...options }: SiteOptions = {},
): Promise<TestApp> {
  const build = (await import(
    pathToFileURL(join(root, 'build/server/index.js')).href
  )) as ServerBuild
  const pages = { build, client_dir: join(root, 'build/client') }
  const isSeeded = catalogue === 'demonstration'
  const world = await openTestApp({ pages, planted: isSeeded, ...options })
  if (isSeeded) await seedCatalogue(world.transact, world.clock.now())
  const { files } = storageFolders(world.config)
  await world.transact((tx) => addArtwork(tx, files, illustrated))
  // Searches are refused while the index is built.
  if (search)
    await vi.waitUntil(async () => (await world.fetch('/api/contents/search/?q=달')).ok, 30_000)
  return world
}

/**
 * Opens the pages in a real browser. The browser is shared by the files of a worker, each visit has a context of its own.
 * See `openPages` for the parameters.
 */
export async function openSite(
  illustrated?: readonly number[],
  options?: SiteOptions,
): Promise<Site> {
  const world = await openPages(illustrated, options)
  const elsewhere = options?.gateway ? [world.gateway.origin] : []
  const isReference = options?.browser === 'reference'
  const browser = await (isReference ? openReferenceBrowser() : openSharedBrowser())
  return {
    world,
    browser,
    plays: await playsFilms(browser),
    async visit(given, member) {
      const visit = await openVisit(browser, given?.baseURL ?? world.origin, elsewhere, given)
      if (member) await signIn(visit, member)
      return visit
    },
    async close() {
      await Promise.all(browser.contexts().map((context) => context.close()))
      await world.close()
    },
  }
}

const playing = new WeakMap<Browser, Promise<boolean>>()

function playsFilms(browser: Browser): Promise<boolean> {
  const known = playing.get(browser) ?? testFilmSupport(browser)
  playing.set(browser, known)
  return known
}

async function testFilmSupport(browser: Browser): Promise<boolean> {
  const page = await browser.newPage()
  const plays = await page.evaluate(() =>
    MediaSource.isTypeSupported('video/mp4; codecs="avc1.64001f,mp4a.40.2"'),
  )
  await page.close()
  return plays
}

async function openVisit(
  browser: Browser,
  origin: string,
  elsewhere: readonly string[],
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    // Tests of requests see those of the page itself; tests of the worker allow it.
    serviceWorkers: 'block',
    ...options,
  })
  context.setDefaultTimeout(60_000)
  if (options.javaScriptEnabled !== false) await context.addInitScript(disableBackdropBlur)
  const complaints: string[] = []
  const allowed: RegExp[] = []
  async function tab() {
    const page = await context.newPage()
    if (options.javaScriptEnabled !== false) waitForScriptsAfterLoads(page)
    page.on('console', (message) => {
      const isFault = message.type() === 'error' || message.text().includes('Permissions-Policy')
      if (isFault) complaints.push(`console: ${message.text()} (${message.location().url})`)
    })
    page.on('pageerror', (error) => complaints.push(`page: ${error.message}`))
    return page
  }
  const page = await tab()
  context.on('request', (request) => {
    const url = request.url()
    const isExpected = [origin, ...elsewhere].some((start) => url.startsWith(start))
    if (!isExpected && !/^(data|blob|about):/.test(url)) complaints.push(`elsewhere: ${url}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 500) complaints.push(`${response.status()}: ${response.url()}`)
  })
  return {
    page,
    context,
    origin,
    tab,
    allow: (pattern) => void allowed.push(pattern),
    clean() {
      // Reported once: the list is empty for the next page of the visit.
      const reported = complaints.splice(0)
      expect(reported.filter((text) => !allowed.some((pattern) => pattern.test(text)))).toEqual([])
    },
  }
}

/**
 * Runs in each document. Without a graphics card, a blurred backdrop takes half a core for as long as a film, a spinner
 * or a transition moves behind or above it. The content security policy allows constructed style sheets only.
 */
function disableBackdropBlur() {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('*, ::before, ::after, ::backdrop { backdrop-filter: none !important }')
  document.adoptedStyleSheets.push(sheet)
}

/**
 * Makes `page.goto` and `page.reload` wait until the page reacts to clicks: a click before React took over the server's
 * HTML is lost. Pages that a test keeps without scripts go on after five seconds.
 */
function waitForScriptsAfterLoads(page: Page): void {
  const wait = async (waitUntil = 'load') => {
    if (waitUntil === 'load')
      await page
        .waitForFunction(isInteractive, undefined, { timeout: 5_000 })
        .catch(() => undefined)
  }
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    await wait(options?.waitUntil)
    return response
  }
  const reload = page.reload.bind(page)
  page.reload = async (options) => {
    const response = await reload(options)
    await wait(options?.waitUntil)
    return response
  }
}

/** Runs in the page. Hydration removes the variable, which the script in the head sets; error pages have no script. */
export const isInteractive = () => !('takeEarlyPress' in window)

/** Waits until the service worker controls the page, which must have been opened with `serviceWorkers: 'allow'`. */
export const waitForWorker = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

/** Fails on unexpected errors, then closes the browser contexts. */
export async function endVisit(...visits: Visit[]): Promise<void> {
  for (const visit of visits) {
    visit.clean()
    await visit.context.close()
  }
}

/** Sets the cookies of the member’s session in a visit. */
export async function signIn(visit: Visit, member: Pick<TestMember, 'cookie'>): Promise<void> {
  const url = visit.origin
  await visit.context.addCookies([
    { name: 'sid', value: member.cookie.replace('sid=', ''), url, httpOnly: true, sameSite: 'Lax' },
    { name: sessionHintCookie, value: '1', url, sameSite: 'Lax' },
  ])
}

/**
 * Gives episodes a film that plays: a short one with sound and captions, in 360 and 540 lines. It is encoded once for
 * all runs; the job of each episode finds it finished. The pictures and films of the demonstration, which take minutes,
 * stay in the queue.
 * @param seconds length of the film.
 * @param options.size width and height; a film that is higher than wide makes its episode vertical.
 */
export async function makePlayable(
  world: TestApp,
  episodes: readonly {
    id?: number
    /** The work whose trailer the film becomes, instead of the film of an episode. */
    trailer_of?: number
    opening?: { start: number; end: number }
    ending_start?: number
  }[],
  seconds: number,
  options: {
    size?: string
    captions?: readonly { language: string; label: string; content: string }[]
  } = {},
): Promise<void> {
  const film = { size: options.size ?? '960x540', rate: 12, seconds }
  const captions = options.captions ?? [
    { language: 'ko', label: '한국어', content: captionsOf(seconds, '안녕하세요') },
    { language: 'en', label: 'English', content: captionsOf(seconds, 'Hello') },
  ]
  for (const episode of episodes) {
    const asset_id = await registerEncodedFilm(world, film, {
      ...(episode.id !== undefined && { episode_id: episode.id }),
      trailer_of: episode.trailer_of,
      markers: { opening: episode.opening ?? null, ending_start: episode.ending_start ?? null },
      captions,
    })
    await world.workNow('encode_asset', { asset_id })
  }
}

function captionsOf(seconds: number, word: string): string {
  const clock = (at: number) =>
    `00:${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}.000`
  const cues = Array.from(
    { length: Math.floor(seconds / 2) },
    (_, at) => `${clock(at * 2)} --> ${clock(at * 2 + 2)}\n${word} ${at}`,
  )
  return `WEBVTT\n\n${cues.join('\n\n')}\n`
}
