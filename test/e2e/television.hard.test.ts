// hard: 10,000 presses of a remote take ten minutes; a campaign of 300 takes one.
import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRandom, getSeed } from '#test/runner/seed.ts'
import { openJourneySite } from './journey-site.ts'
import { endVisit, type Site } from './site.ts'

const webos =
  'Mozilla/5.0 (Web0S; Linux/SmartTV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.270 Safari/537.36'

let site: Site
beforeAll(async () => {
  site = await openJourneySite()
}, 180_000)
afterAll(() => site?.close())

async function openTelevision(path: string) {
  const viewport = { width: 1920, height: 1080 }
  const visit = await site.visit({ viewport, userAgent: webos, reducedMotion: 'reduce' })
  // Links that open another window lead out of the application.
  visit.context.on('page', (page) => void page.close())
  const remote = await visit.context.newCDPSession(visit.page)
  await visit.page.goto(path)
  await waitForFocus(visit.page, 'the first page')
  return { visit, page: visit.page, remote }
}

/** Keys by their name, or by the code that a television sends without one. */
const codes: Readonly<Record<string, number>> = {
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Enter: 13,
  Back: 461,
}

async function press(remote: CDPSession, key: string) {
  const name = key === 'Back' ? 'Unidentified' : key
  const parameters = {
    key: name,
    code: name === 'Unidentified' ? '' : name,
    windowsVirtualKeyCode: codes[key] ?? 0,
    ...(key === 'Enter' && { text: '\r' }),
  }
  await remote.send('Input.dispatchKeyEvent', { type: 'keyDown', ...parameters })
  await remote.send('Input.dispatchKeyEvent', { type: 'keyUp', ...parameters })
}

/** Runs in the page. @returns the element with a visible focus, `film` where one plays without controls, or null. */
function readRemoteFocus(): string | null {
  if (document.querySelector('.player[data-controls=hidden]')) return 'film'
  const { activeElement: element } = document
  if (!element?.matches('a, button, input, select, textarea, summary, [tabindex="0"], [role]'))
    return null
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const isSeen = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
  const isOutlined = getComputedStyle(element).outlineStyle !== 'none'
  if (!isSeen || !isOutlined) return null
  const text = element.getAttribute('aria-label') ?? element.textContent
  return `${element.tagName} ${text?.trim().slice(0, 40)}`
}

async function waitForFocus(page: Page, step: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(readRemoteFocus).catch(() => null), {
      timeout: 30_000,
      message: `a visible focus after ${step} on ${page.url()}`,
    })
    .not.toBeNull()
}

const focusOf = (page: Page) => page.evaluate(readRemoteFocus)

describe('the remote of a television', () => {
  test.each([{ presses: 300 }, { presses: 10_000 }])(
    'never loses a visible focus in $presses random presses',
    { timeout: 3_600_000 },
    async ({ presses }) => {
      const { visit, page, remote } = await openTelevision('/')
      const random = createRandom(getSeed())
      const keys = [
        ...['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight'],
        ...['ArrowUp', 'ArrowUp', 'ArrowLeft', 'ArrowLeft', 'Enter', 'Back'],
      ]
      const last: string[] = []
      for (let count = 1; count <= presses; count++) {
        const key = keys[Math.trunc(random() * keys.length)] ?? 'Enter'
        last.push(key)
        await press(remote, key)
        await waitForFocus(page, `press ${count}: ${last.slice(-6).join(' ')}`)
        if (new URL(page.url()).origin !== site.world.origin) await page.goto('/')
      }
      // Random presses find forms and pages that refuse visitors.
      visit.allow(/./)
      await endVisit(visit)
    },
  )

  test('keeps the place in each row, and of the page behind a page', async () => {
    const { visit, page, remote } = await openTelevision('/')
    const rails = page.locator('[data-rail]')
    await rails.first().locator('li a').first().focus()
    for (const key of ['ArrowRight', 'ArrowRight']) await press(remote, key)
    const third = await focusOf(page)
    await press(remote, 'ArrowDown')
    expect(await focusOf(page)).not.toBe(third)
    await press(remote, 'ArrowUp')
    expect(await focusOf(page)).toBe(third)
    await press(remote, 'Enter')
    await page.waitForURL(/series/)
    await waitForFocus(page, 'opening a work')
    await press(remote, 'Back')
    await page.waitForURL(site.world.origin)
    await expect.poll(() => focusOf(page)).toBe(third)
    await endVisit(visit)
  })

  test('searches by initials on the keyboard of the page', async () => {
    const { visit, page, remote } = await openTelevision('/search')
    const keyboard = page.getByRole('region', { name: '화면 키보드' })
    await keyboard.waitFor()
    await expect.poll(() => focusOf(page)).toBe('BUTTON ㄱ')
    // ㄷ and ㅅ, for 달 세탁소.
    for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await press(remote, key)
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await press(remote, key)
    await expect.poll(() => page.getByRole('combobox').inputValue()).toBe('ㄷㅅ')
    await press(remote, 'Back')
    await keyboard.waitFor({ state: 'detached' })
    await waitForFocus(page, 'closing the keyboard')
    await endVisit(visit)
  })

  test('reaches the bar of the player by arrows, and plays and seeks by media keys', async ({
    skip,
  }) => {
    skip(!site.plays, 'this browser has no H.264')
    const { visit, page, remote } = await openTelevision('/video/1')
    const film = () =>
      page.evaluate(() => {
        const { paused, currentTime } = document.querySelector('video')!
        return { paused, currentTime }
      })
    await press(remote, 'MediaPlay')
    await expect.poll(async () => (await film()).paused).toBe(false)
    await press(remote, 'MediaPause')
    await expect.poll(async () => (await film()).paused).toBe(true)
    const before = (await film()).currentTime
    await press(remote, 'MediaFastForward')
    await expect.poll(async () => (await film()).currentTime).toBeGreaterThan(before + 8)
    await press(remote, 'ArrowUp')
    await press(remote, 'ArrowDown')
    expect(
      await page.evaluate(() => document.activeElement?.closest('.player-control-bar') !== null),
    ).toBe(true)
    await endVisit(visit)
  })
})
