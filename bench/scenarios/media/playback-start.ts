import { openDatabase } from '#server/db/client.ts'
import { createWorkerModules } from '#server/composition/worker-modules.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { readConfig } from '#server/config.ts'
import { registerAsset } from '#server/domains/media/index.ts'
import { createLogger } from '#server/shared/logger.ts'
import { systemClock } from '#server/shared/clock.ts'
import { findFfmpeg } from '#server/adapters/encoder/index.ts'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium, type Browser, type Page } from 'playwright-core'
import { findBrowser } from '#test/e2e/browser.ts'
import type { BenchApp } from '../../lib/bench-app.ts'
import { median, milliseconds, type Row } from '../../report.ts'

const rounds = Number(process.env['ROUNDS'] ?? 9)
const episodeId = 1
const bar = 1.15
/** Position of the large play button at 1280x800, and of the button on the bare page. */
const middle = [640, 360] as const
const corner = [30, 18] as const

/**
 * Time from pressing play to the first frame, compared with a bare hls.js page with defaults on the same video. Runs
 * alternate, each in a new context with an empty cache. Measures the button on the player page, and a link on the previous
 * page, which loads everything.
 */
export async function benchPlayStart(app: BenchApp): Promise<Row[]> {
  await makeFilm(app)
  const origin = await app.serve()
  const video = (await (await fetch(`${origin}/api/contents/${episodeId}/video/`)).json()) as {
    manifest_url: string
    episode: { series: { id: number } }
  }
  const bare = await serveBare(origin + video.manifest_url)
  const browser = await openBrowser()
  try {
    const button = { ours: [] as number[], bare: [] as number[] }
    const link = { ours: [] as number[], bare: [] as number[] }
    for (let round = 0; round < rounds; round++) {
      button.ours.push(
        await pressButton(browser, `${origin}/video/${episodeId}`, middle, /\/audio\/00000\.m4s/),
      )
      button.bare.push(await pressButton(browser, `${bare.origin}/film`, corner))
      link.ours.push(
        await pressLink(
          browser,
          `${origin}/series/${video.episode.series.id}`,
          `/video/${episodeId}`,
        ),
      )
      link.bare.push(await pressLink(browser, `${bare.origin}/`, '/film?play'))
    }
    return [row('the play button', button), row('a link to the film, nothing cached', link)]
  } finally {
    await browser.close()
    bare.close()
  }
}

function row(name: string, times: { ours: number[]; bare: number[] }): Row {
  const [ours, baseline] = [median(times.ours), median(times.bare)]
  const ratio = ours / baseline
  return {
    name: `press to first frame: ${name}`,
    ours: milliseconds(ours),
    baseline: `${milliseconds(baseline)} bare hls.js`,
    ratio,
    bar: `<= ${bar}`,
    ok: ratio <= bar,
  }
}

/** Encodes a generated video with three rungs in this process, because no worker runs in the app. */
async function makeFilm(app: BenchApp): Promise<void> {
  const file = join(app.folder, 'play-start.mp4')
  await promisify(execFile)(findFfmpeg(), [
    ...['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc2=s=1280x720:r=24:d=24'],
    ...['-f', 'lavfi', '-i', 'sine=f=330:r=48000:d=24'],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', file],
  ])
  const config = readConfig(app.env as Record<string, string>)
  const database = openDatabase(app.url, { connections: 4, name: 'bench', limits: 'none' })
  try {
    const log = createLogger('warn', 'bench')
    const parts = { ...database, ...storageFolders(config), clock: systemClock, log }
    const asset_id = await registerAsset(
      { ...parts, now: systemClock.now() },
      { file, episode_id: episodeId, markers: { opening: null, ending_start: null }, captions: [] },
    )
    await createWorkerModules(config, database, { log }).jobs.encode_asset.run(
      { asset_id },
      { signal: new AbortController().signal, attempt: 1, max_attempts: 1 },
    )
  } finally {
    await database.close()
  }
}

/** A page like hls.js's own example: `/` links to it, `/film` waits for its button, `?play` does not. */
async function serveBare(manifest: string) {
  const require = createRequire(import.meta.url)
  const engine = readFileSync(require.resolve('hls.js/dist/hls.min.js'))
  const film = `<!doctype html><title>bare</title><button>play</button>
<video width="1280" height="720" playsinline></video><script src="/hls.js"></script><script>
const video = document.querySelector('video')
function start() {
  const hls = new Hls()
  hls.loadSource(${JSON.stringify(manifest)})
  hls.attachMedia(video)
  video.play()
}
document.querySelector('button').onclick = start
if (location.search === '?play') start()
</script>`
  const server = createServer((request, response) => {
    if (request.url === '/hls.js')
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(engine)
    else {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end(request.url === '/' ? '<!doctype html><a href="/film?play">film</a>' : film)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { origin: `http://127.0.0.1:${port}`, close: () => server.close() }
}

async function openBrowser(): Promise<Browser> {
  const { path, env } = await findBrowser()
  return chromium.launch({
    executablePath: path,
    env: { ...(process.env as Record<string, string>), ...env },
    args: [
      ...['--no-sandbox', '--disable-gpu', '--mute-audio', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync'],
      // The bare page has another origin and reads the same video from the same server.
      '--disable-web-security',
      '--autoplay-policy=document-user-activation-required',
    ],
  })
}

type Timed = { pressed?: number; framed?: number }

async function openTimed(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  // The press time survives a navigation; each page looks for its first frame.
  await page.addInitScript(() => {
    const timed = globalThis as unknown as Timed
    function watchFrame() {
      const video = document.querySelector('video')
      if (!video) return void requestAnimationFrame(watchFrame)
      video.requestVideoFrameCallback((now) => (timed.framed = performance.timeOrigin + now))
    }
    addEventListener(
      'pointerdown',
      () => {
        sessionStorage.setItem('pressed', String(performance.timeOrigin + performance.now()))
        watchFrame()
      },
      { capture: true },
    )
    if (sessionStorage.getItem('pressed')) watchFrame()
  })
  return page
}

async function firstFrame(page: Page): Promise<number> {
  const handle = await page.waitForFunction(
    () => {
      const { framed } = globalThis as unknown as Timed
      const pressed = Number(sessionStorage.getItem('pressed'))
      return framed && pressed ? framed - pressed : false
    },
    null,
    { timeout: 30_000 },
  )
  const time = Number(await handle.jsonValue())
  await page.context().close()
  return time
}

/**
 * Presses at a position and waits only through the network: evaluating script in the page through playwright counts as a user
 * gesture, and the player would start before the press.
 */
async function pressButton(
  browser: Browser,
  address: string,
  at: readonly [x: number, y: number],
  ready?: RegExp,
): Promise<number> {
  const page = await openTimed(browser)
  const waited = ready && page.waitForResponse(ready)
  await page.goto(address, { waitUntil: 'load' })
  await waited
  await pause(1_000)
  await page.mouse.click(...at)
  return firstFrame(page)
}

async function pressLink(browser: Browser, address: string, href: string): Promise<number> {
  const page = await openTimed(browser)
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.locator(`a[href="${href}"]`).first().click()
  return firstFrame(page)
}
