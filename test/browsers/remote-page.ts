import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'

/** A reference to an element of the page, in the form of its driver. */
export type ElementReference = object

/** The operations that these tests need of a browser. Each driver speaks the protocol of its browser. */
export type Driver = {
  goto(url: string): Promise<void>
  /** Calls a function in the page. Arguments and result are JSON. */
  evaluate<A, T>(run: (argument: A) => T, argument: A): Promise<T>
  /** Calls a function in the page that returns an element. */
  find<A>(run: (argument: A) => Element | null, argument: A): Promise<ElementReference | undefined>
  click(element: ElementReference): Promise<void>
  type(element: ElementReference, text: string): Promise<void>
  setCookie(cookie: { name: string; value: string }): Promise<void>
  close(): Promise<void>
}

export type Role = 'button' | 'link' | 'textbox' | 'checkbox' | 'radio' | 'heading'
type Target = { role: Role; name: string; in_banner?: boolean }

const timeoutMs = 30_000
const intervalMs = 100

/** Controls a tab of any browser. Each step is repeated until the page allows it. */
export function createRemotePage(driver: Driver, origin: string) {
  async function repeat<T>(description: string, step: () => Promise<T | undefined>): Promise<T> {
    const startedAt = performance.now()
    let lastError: unknown
    for (;;) {
      try {
        const result = await step()
        if (result !== undefined) return result
      } catch (error) {
        // Elements are replaced, covered and moved while a page loads.
        lastError = error
      }
      if (performance.now() - startedAt > timeoutMs) {
        const page = await driver.evaluate(readPage, null).catch(String)
        throw new Error(`${description} did not succeed on ${page}`, { cause: lastError })
      }
      await pause(intervalMs)
    }
  }
  const locate = async (target: Target) => (await driver.find(findElement, target)) ?? undefined
  return {
    /** Opens a path and waits until the page reacts to presses. */
    async goto(path: string) {
      await driver.goto(origin + path)
      await repeat(`hydration of ${path}`, async () =>
        (await driver.evaluate(isInteractive, null)) ? true : undefined,
      )
    },
    evaluate: driver.evaluate,
    /** Presses the element with this role whose accessible name is `name`, or else contains it. */
    async press(role: Role, name: string, in_banner = false) {
      await repeat(`pressing ${role} "${name}"`, async () => {
        const element = await locate({ role, name, in_banner })
        if (element === undefined) return undefined
        await driver.click(element)
        return true
      })
    },
    async fill(name: string, text: string) {
      await repeat(`filling "${name}"`, async () => {
        const element = await locate({ role: 'textbox', name })
        if (element === undefined) return undefined
        await driver.type(element, text)
        return true
      })
    },
    /** Waits until an element with this role is visible. */
    async waitFor(role: Role, name: string, in_banner = false) {
      await repeat(`waiting for ${role} "${name}"`, () => locate({ role, name, in_banner }))
    },
    async waitForText(text: string) {
      await repeat(`waiting for "${text}"`, async () =>
        (await driver.evaluate(hasText, text)) ? true : undefined,
      )
    },
    async waitForPath(path: string) {
      await expect
        .poll(() => driver.evaluate(() => location.pathname, null).catch(String), {
          timeout: timeoutMs,
        })
        .toBe(path)
    },
    /** Presses play where the browser did not start the film by itself. */
    async startFilm() {
      const isPlaying = async () =>
        (await driver.evaluate(readFilm, null)) === 'playing' || undefined
      await repeat('loading the film', async () =>
        (await driver.evaluate(readFilm, null)) === 'missing' ? undefined : true,
      )
      await repeat('starting the film', async () => {
        if (await isPlaying()) return true
        const element = await locate({ role: 'button', name: '재생' })
        if (element !== undefined) await driver.click(element)
        return isPlaying()
      })
    },
    /** Waits until the film plays beyond a second. */
    async waitForTime(seconds: number) {
      await repeat(`playing beyond ${seconds} s`, async () =>
        (await driver.evaluate(playsBeyond, seconds)) ? true : undefined,
      )
    },
    signIn: async (cookies: readonly { name: string; value: string }[]) => {
      // WebDriver sets cookies for the current page only.
      await driver.goto(`${origin}/terms/privacy`)
      for (const cookie of cookies) await driver.setCookie(cookie)
    },
    close: driver.close,
  }
}

export type RemotePage = ReturnType<typeof createRemotePage>

// The functions below run in the page, so each contains what it uses.

const isInteractive = () => !('takeEarlyPress' in window)

function readPage(): string {
  const video = document.querySelector('video')
  const film = video
    ? ` (film at ${video.currentTime} s, paused: ${video.paused}, ready: ${video.readyState}, error: ${video.error?.message})`
    : ''
  return `${location.href}${film}: ${document.body.innerText.slice(0, 600)}`
}

const hasText = (text: string) => document.body.innerText.includes(text)

function readFilm(): 'missing' | 'paused' | 'playing' {
  const video = document.querySelector('video')
  // WebKitGTK decodes the first frame only once it plays.
  if (!video || video.readyState < HTMLMediaElement.HAVE_METADATA) return 'missing'
  return video.paused ? 'paused' : 'playing'
}

const playsBeyond = (seconds: number) =>
  (document.querySelector('video')?.currentTime ?? 0) > seconds

/** Finds a visible, enabled element in the topmost dialog, or in the page if no dialog is open. */
function findElement({ role, name, in_banner = false }: Target): Element | null {
  const selectors: Record<Role, string> = {
    button: 'button, [role="button"]',
    link: 'a[href]',
    textbox: 'input:not([type=checkbox], [type=radio]), textarea',
    checkbox: 'input[type="checkbox"]',
    radio: 'input[type="radio"]',
    heading: 'h1, h2, h3',
  }
  const scope =
    [...document.querySelectorAll('dialog:modal')].at(-1) ??
    (in_banner ? document.querySelector('header') : document) ??
    document
  const nameOf = (element: Element) => {
    const labelledBy = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
      .trim()
    const labels = [...((element as HTMLInputElement).labels ?? [])]
    return (
      element.getAttribute('aria-label') ||
      labelledBy ||
      labels.map((label) => label.textContent).join(' ') ||
      (element.textContent ?? '')
    )
  }
  const candidates = [...scope.querySelectorAll(selectors[role])].filter(
    (element) =>
      nameOf(element).includes(name) &&
      !(element as HTMLButtonElement).disabled &&
      element.checkVisibility({ visibilityProperty: true }),
  )
  const found = candidates.find((element) => nameOf(element).trim() === name) ?? candidates[0]
  if (!found) return null
  // A styled label covers its native control.
  const label =
    role === 'checkbox' || role === 'radio' ? (found as HTMLInputElement).labels?.[0] : null
  const target = label ?? found
  target.scrollIntoView({ block: 'center', behavior: 'instant' })
  return target
}
