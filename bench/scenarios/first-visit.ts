import { addArtwork } from '#seed/add-artwork.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/client.ts'
import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from '#test/e2e/browser.ts'
import type { BenchApp } from '../lib/bench-app.ts'
import { median, milliseconds, type Row } from '../report.ts'
import { setTimeout as pause } from 'node:timers/promises'

const rounds = Number(process.env['ROUNDS'] ?? 5)
/** Number of works with artwork, as many as a first screen shows. */
const illustrated = 16
/** A phone on a slow connection: bytes per second, ms, CPU slowdown factor. */
const line = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const slowdown = 4
const screens = [
  { name: 'phone', viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true },
  { name: 'desktop', viewport: { width: 1440, height: 900 } },
]

type Visit = {
  lcp: number
  fcp: number
  cls: number
  scripts: string[]
  bytes: number
  what: string
}

/** Loading times of a first visit to the home page on a slow phone and connection. */
export async function benchFirstVisit(app: BenchApp): Promise<Row[]> {
  const origin = await app.serve()
  await addFirstImages(app, await (await fetch(`${origin}/`)).text())
  const { path, env } = await findBrowser()
  const browser = await chromium.launch({
    executablePath: path,
    env: { ...(process.env as Record<string, string>), ...env },
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
  })
  try {
    const rows: Row[] = []
    for (const { name, ...screen } of screens) {
      const visits: Visit[] = []
      for (let round = 0; round < rounds; round++) visits.push(await visit(browser, origin, screen))
      const lcp = median(visits.map((each) => each.lcp))
      const cls = Math.max(...visits.map((each) => each.cls))
      const bytes = await gzipped(visits[0]!.scripts)
      const kb = (size: number) => `${(size / 1024).toFixed(1)} KB`
      rows.push(
        {
          name: `first visit, ${name}: largest paint`,
          ours: milliseconds(lcp),
          baseline: `first paint ${milliseconds(median(visits.map((each) => each.fcp)))}`,
          bar: '< 1.5 s',
          ok: lcp < 1_500,
        },
        {
          name: `first visit, ${name}: layout shift`,
          ours: cls.toFixed(4),
          baseline: '',
          bar: '<= 0.02',
          ok: cls <= 0.02,
        },
        {
          name: `first visit, ${name}: JavaScript, gzip`,
          ours: kb(bytes),
          baseline: `${kb(visits[0]!.bytes)} as sent`,
          bar: '<= 126 KB',
          ok: bytes <= 126 * 1024,
        },
      )
      process.stderr.write(`largest paint of ${name}: ${visits[0]!.what}\n`)
    }
    return rows
  } finally {
    await browser.close()
  }
}

/** Adds the artwork of the first works on the page. */
async function addFirstImages(app: BenchApp, page: string): Promise<void> {
  const ids = new Set([...page.matchAll(/href="\/series\/(\d+)/g)].map(([, id]) => Number(id)))
  const config = readConfig(app.env as Record<string, string>)
  const database = openDatabase(app.url, { connections: 2, name: 'bench', limits: 'none' })
  try {
    const { files } = storageFolders(config)
    await database.transact((tx) => addArtwork(tx, files, [...ids].slice(0, illustrated)))
  } finally {
    await database.close()
  }
}

async function visit(browser: Browser, origin: string, screen: object): Promise<Visit> {
  const context = await browser.newContext(screen)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', line)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const scripts = new Map<string, string>()
  let bytes = 0
  cdp.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || /\.m?js$/.test(new URL(response.url).pathname))
      scripts.set(requestId, response.url)
  })
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.addInitScript(() => {
    const metrics = { lcp: 0, cls: 0, what: '' }
    Object.assign(globalThis, { metrics })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        element?: Element
        url?: string
      })[])
        Object.assign(metrics, {
          lcp: entry.startTime,
          what: `${entry.element?.tagName} ${entry.url || entry.element?.textContent?.slice(0, 40)}`,
        })
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) metrics.cls += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(`${origin}/`, { waitUntil: 'load', timeout: 60_000 })
  // Self-moving content such as the hero may keep the network busy, so the observation time is limited.
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => {})
  await pause(1_000)
  const metrics = await page.evaluate(() => ({
    ...(globalThis as unknown as { metrics: { lcp: number; cls: number; what: string } }).metrics,
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
  await context.close()
  return { ...metrics, scripts: [...new Set(scripts.values())], bytes }
}

/** Gzip size of the scripts, whatever encoding was sent. */
async function gzipped(scripts: readonly string[]): Promise<number> {
  let bytes = 0
  for (const url of scripts) {
    const response = await fetch(url, { method: 'HEAD', headers: { 'accept-encoding': 'gzip' } })
    bytes += Number(response.headers.get('content-length'))
  }
  return bytes
}
