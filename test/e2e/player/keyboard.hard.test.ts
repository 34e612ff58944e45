// hard: shortcuts, Tab order and axe of the player (25 s of CPU); journey.test.ts plays by keyboard.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  videoElement,
  findEpisodes,
  createPlayableEpisodes,
  waitForTime,
  watch,
} from './playable-episodes.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let site: Site
let episodes: Awaited<ReturnType<typeof findEpisodes>>
beforeAll(async () => {
  site = await openSite()
  episodes = await findEpisodes(site.world)
  await createPlayableEpisodes(site.world, [episodes.first])
}, 180_000)
afterAll(() => site?.close())

const fact = (page: Page, name: 'paused' | 'time' | 'muted' | 'volume' | 'rate') =>
  expect.poll(async () => (await videoElement(page))[name])

/** Presses a key as a Korean keyboard does: its letter is a jamo, its place is the same. */
async function pressKorean(page: Page, key: string, code: string) {
  const session = await page.context().newCDPSession(page)
  for (const type of ['keyDown', 'keyUp'] as const) {
    await session.send('Input.dispatchKeyEvent', {
      type,
      key,
      code,
      text: type === 'keyDown' ? key : '',
    })
  }
  await session.detach()
}

test('handles shortcuts with the Korean layout', async () => {
  const visit = await site.visit()
  const { page } = visit
  await watch(page, episodes.first)
  await pressKorean(page, 'ㅏ', 'KeyK')
  await fact(page, 'paused').toBe(true)
  const before = (await videoElement(page)).time
  await pressKorean(page, 'ㅣ', 'KeyL')
  await fact(page, 'time').toBeCloseTo(before + 10, 0)
  await pressKorean(page, 'ㅓ', 'KeyJ')
  await fact(page, 'time').toBeCloseTo(before, 0)
  await pressKorean(page, 'ㅡ', 'KeyM')
  await fact(page, 'muted').toBe(true)
  await pressKorean(page, 'ㅊ', 'KeyC')
  await page.locator('.player-captions p').waitFor({ state: 'detached' })
  await pressKorean(page, 'ㅏ', 'KeyK')
  await fact(page, 'paused').toBe(false)
  await endVisit(visit)
}, 60_000)

test('handles every shortcut and leaves browser shortcuts alone', async () => {
  const visit = await site.visit()
  const { page } = visit
  await watch(page, episodes.first)
  await page.keyboard.press('Space')
  await fact(page, 'paused').toBe(true)
  await page.keyboard.press('Control+KeyK')
  await page.keyboard.press('Digit5')
  await fact(page, 'time').toBeCloseTo(20, 0)
  expect((await videoElement(page)).paused).toBe(true)
  await page.keyboard.press('ArrowLeft')
  await fact(page, 'time').toBeCloseTo(10, 0)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await fact(page, 'time').toBeCloseTo(30, 0)
  await page.keyboard.press('Home')
  await fact(page, 'time').toBe(0)
  await page.keyboard.press('ArrowDown')
  await fact(page, 'volume').toBeCloseTo(0.95)
  await page.keyboard.press('Period')
  await fact(page, 'rate').toBe(1.25)
  await page.keyboard.press('Comma')
  await fact(page, 'rate').toBe(1)
  await page.keyboard.press('KeyI')
  await page
    .getByRole('region', { name: '재생 정보' })
    .getByText(/^\d+×\d+$/)
    .waitFor()
  await page.keyboard.press('KeyI')
  await page.getByRole('region', { name: '재생 정보' }).waitFor({ state: 'detached' })
  await page.keyboard.press('KeyF')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await page.keyboard.press('KeyF')
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(false)
  await page.keyboard.press('Shift+KeyN')
  await page.waitForURL(new RegExp(`/video/${episodes.second}$`))
  await visit.context.close()
}, 60_000)

test.each(['mouse', 'touch'] as const)(
  'plays and pauses by Space after a control was pressed by %s',
  async (pointer) => {
    const visit = await site.visit({ hasTouch: pointer === 'touch' })
    const { page } = visit
    await watch(page, episodes.first)
    const isFullscreen = () => page.evaluate(() => document.fullscreenElement !== null)
    // Each leaves the focus on itself, and a second press would undo it.
    for (const name of ['전체 화면', '음소거', '자막 끄기', '10초 뒤로']) {
      const button = page.locator('.player-control-bar').getByRole('button', { name, exact: true })
      await page.mouse.move(300 + Math.random(), 300)
      await (pointer === 'mouse' ? button.click() : button.tap())
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.closest('.player-control-bar')))
        .not.toBeNull()
      const { paused, muted } = await videoElement(page)
      await page.keyboard.press('Space')
      await fact(page, 'paused').toBe(!paused)
      expect([await isFullscreen(), (await videoElement(page)).muted]).toEqual([true, muted])
    }
    await page.keyboard.press('KeyF')
    await expect.poll(isFullscreen).toBe(false)
    await visit.context.close()
  },
  60_000,
)

test('presses a control that has the focus by Tab with Space', async () => {
  const visit = await site.visit()
  const { page } = visit
  await watch(page, episodes.first)
  const mute = page.getByRole('button', { name: '음소거', exact: true })
  await page.locator('.player-control-bar').getByRole('button', { name: '10초 앞으로' }).click()
  await page.keyboard.press('Tab')
  await expect.poll(() => mute.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Space')
  await fact(page, 'muted').toBe(true)
  expect((await videoElement(page)).paused).toBe(false)
  await visit.context.close()
}, 60_000)

test('disables shortcuts while the list of ? is open, and restores focus', async () => {
  const visit = await site.visit()
  const { page } = visit
  await watch(page, episodes.first)
  await page.keyboard.press('KeyK')
  await fact(page, 'paused').toBe(true)
  await page.keyboard.press('Shift+Slash')
  const list = page.getByRole('dialog', { name: '키보드 단축키' })
  await list.getByText('10초 앞으로').waitFor()
  // Keys do nothing while the list is open.
  await page.keyboard.press('KeyK')
  expect((await videoElement(page)).paused).toBe(true)
  await list.getByRole('switch', { name: /단축키 사용/ }).click()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.keyboard.press('KeyK')
  await page.keyboard.press('End')
  expect(await videoElement(page)).toMatchObject({ paused: true })
  await visit.context.close()
}, 60_000)

test('reaches every control by Tab, with Korean names and values', async () => {
  const visit = await site.visit()
  const { page } = visit
  await watch(page, episodes.first)
  const seen = new Set<string>()
  for (let count = 0; count < 60; count++) {
    await page.keyboard.press('Tab')
    const name = await page.evaluate(() => {
      const element = document.activeElement
      return element?.closest('.player') ? element.getAttribute('aria-label') : null
    })
    if (name) seen.add(name)
  }
  for (const name of [
    '재생 위치',
    '일시정지',
    '10초 뒤로',
    '10초 앞으로',
    '음소거',
    '볼륨',
    '자막 끄기',
    '설정',
    '전체 화면',
  ]) {
    expect(seen).toContain(name)
  }
  const seek = page.getByRole('slider', { name: '재생 위치' })
  await seek.focus()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => seek.getAttribute('aria-valuetext')).toMatch(/^1\d초 \/ 40초$/)
  // Focus keeps the controls on the screen.
  await waitForTime(page, 14)
  await expect.poll(() => page.locator('.player').getAttribute('data-controls')).toBe('shown')
  await endVisit(visit)
}, 60_000)

async function violations(page: Page): Promise<string[]> {
  // The page’s CSP forbids adding scripts, so axe is injected through the debugger.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const tool = (globalThis as unknown as { axe: { run(): Promise<AxeResults> } }).axe
    const { violations } = await tool.run()
    return violations.flatMap((one) => one.nodes.map((node) => `${one.id}: ${String(node.target)}`))
  })
}

test.each([
  [1440, 900],
  [360, 780],
])(
  'axe finds nothing at %d px',
  async (width, height) => {
    const visit = await site.visit({ viewport: { width, height }, reducedMotion: 'reduce' })
    const { page } = visit
    await watch(page, episodes.first)
    await page.keyboard.press('KeyK')
    await fact(page, 'paused').toBe(true)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: '설정', exact: true }).click()
    await page.getByRole('dialog', { name: '설정' }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+Slash')
    await page.getByRole('dialog', { name: '키보드 단축키' }).waitFor()
    expect(await violations(page)).toEqual([])
    for (const id of [episodes.sold, episodes.unready]) {
      visit.allow(/40[1-9]/)
      await page.goto(`/video/${id}`)
      await page.locator('.player-message-screen h2').waitFor()
      expect(await violations(page)).toEqual([])
    }
    await endVisit(visit)
  },
  60_000,
)
