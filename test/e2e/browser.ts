import {
  copyFileSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const root = join(import.meta.dirname, '../..')
const packageFolder = join(root, '.cache/chromium')
const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

type Program = { path: string; env: Record<string, string> }

/** `CHROME_PATH`, else the system's Chromium, else the one of the packages, unpacked once. */
export async function findBrowser(): Promise<Program> {
  const given = process.env['CHROME_PATH'] ?? candidates.find(existsSync)
  if (given && given !== 'package') return { path: given, env: {} }
  return unpackBrowser(packageFolder)
}

/** The package targets cloud functions: it unpacks below the temporary folder, and loads libraries from there. */
async function unpackBrowser(folder: string): Promise<Program> {
  if (!existsSync(folder)) {
    const { inflate } = await import('@sparticuz/chromium')
    const packed = join(root, 'node_modules/@sparticuz/chromium/bin')
    const work = `${folder}-${process.pid}`
    mkdirSync(work, { recursive: true })
    const temporary = process.env['TMPDIR']
    process.env['TMPDIR'] = work
    try {
      for (const name of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']) {
        await inflate(join(packed, name))
      }
    } finally {
      if (temporary === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = temporary
    }
    const korean = 'Pretendard-Regular.otf'
    copyFileSync(join(root, 'fonts/pretendard', korean), join(work, 'fonts', korean))
    writeFileSync(join(work, 'fonts/fonts.conf'), fontsBelow(join(folder, 'fonts')))
    try {
      renameSync(work, folder)
    } catch (error) {
      // Another test file unpacked it first.
      rmSync(work, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    }
  }
  return {
    path: join(folder, 'chromium'),
    env: {
      FONTCONFIG_PATH: join(folder, 'fonts'),
      LD_LIBRARY_PATH: [join(folder, 'al2023/lib'), process.env['LD_LIBRARY_PATH']]
        .filter(Boolean)
        .join(':'),
    },
  }
}

/** The package's list of font folders names those of cloud functions. */
const fontsBelow = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}</dir>
  <cachedir>${folder}/cache</cachedir>
</fontconfig>
`

let shared: Promise<Browser> | undefined
let reference: Promise<Browser> | undefined

/** @returns the one browser of this worker process, which ends with the process. Close your contexts, not the browser. */
export function openSharedBrowser(): Promise<Browser> {
  return (shared ??= findBrowser().then(launchBrowser))
}

/**
 * @returns the Chromium of the packages with the fonts of the packages, whatever the system has, so that its pictures are
 * the same on every machine. One of each worker process, as `openSharedBrowser`.
 */
export function openReferenceBrowser(): Promise<Browser> {
  return (reference ??= unpackBrowser(packageFolder).then(launchBrowser))
}

async function launchBrowser({ path, env }: Program): Promise<Browser> {
  return chromium.launch({
    executablePath: path,
    // Playwright moves shared memory to the temporary folder, because containers may have little of it. That costs 15 % of CPU.
    ...(hasSharedMemory() && { ignoreDefaultArgs: ['--disable-dev-shm-usage'] }),
    // Without a UTF-8 locale it cannot open files with Korean names.
    env: { LANG: 'C.UTF-8', ...(process.env as Record<string, string>), ...env },
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--autoplay-policy=no-user-gesture-required',
      '--mute-audio',
    ],
  })
}

function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= 2 ** 30
  } catch {
    return false
  }
}
