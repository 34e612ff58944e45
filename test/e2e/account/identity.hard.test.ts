// hard: opens windows of a provider at three widths (20 s); the rules have integration tests.
import { findViolations } from '#test/app/accessibility.ts'
import { makeEpisodes } from '#test/fixtures/episodes.ts'
import { makeMember } from '#test/fixtures/members.ts'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { openPortone, type PortoneSimulator } from '../../../simulators/portone/portone.ts'
import { endVisit, openSite, type Site } from '../site.ts'

vi.setConfig({ testTimeout: 90_000 })

let simulator: PortoneSimulator
let site: Site
beforeAll(async () => {
  simulator = await openPortone()
  site = await openSite([], { env: { IDENTITY_URL: simulator.address } })
}, 240_000)
afterEach(() => void (simulator.fault = null))
afterAll(async () => {
  await site?.close()
  await simulator?.close()
})

const phone = { width: 360, height: 780 }
const tablet = { width: 768, height: 1024 }
const computer = { width: 1440, height: 900 }

async function openAs(viewport: typeof phone, path = '/mypage/adult') {
  const member = await makeMember(site.world)
  const visit = await site.visit({ viewport }, member)
  visit.allow(new RegExp(`elsewhere: ${simulator.origin}`))
  await visit.page.goto(path)
  return { member, visit, page: visit.page }
}
const start = (page: Page) => page.getByRole('button', { name: '본인인증하기', exact: true })

/** Fills the window of the provider, and leaves it by a button. */
async function fillWindow(window: Page, name: string, button = '인증하기') {
  await window.getByLabel('이름').fill(name)
  await window.getByRole('button', { name: button, exact: true }).click()
}

async function openPopup(page: Page): Promise<Page> {
  const popup = page.waitForEvent('popup')
  await start(page).focus()
  await page.keyboard.press('Enter')
  return popup
}

test('leads from a film through the window and back on a phone', async () => {
  const [film] = await makeEpisodes(site.world, [{ series: { age_rating: '19' }, is_free: true }])
  const { page, visit } = await openAs(phone, `/video/${film}`)
  await page.getByRole('link', { name: '성인 인증하기' }).click()
  await page.getByRole('link', { name: '성인 인증하기' }).click()
  await start(page).waitFor()
  expect(await findViolations(page)).toEqual([])
  await start(page).click()
  await page.waitForURL(`${simulator.origin}/**`)
  await fillWindow(page, '김휴대')
  await page.getByText('인증했어요', { exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe(`?next=%2Fvideo%2F${film}`)
  await page.getByRole('link', { name: '이어서 보기' }).click()
  await page.waitForURL(`/video/${film}`)
  await page.getByRole('heading', { name: '아직 준비 중이에요' }).waitFor()
  await endVisit(visit)
})

test.each([
  ['a tablet', tablet],
  ['a computer', computer],
])('verifies in a popup on %s by keyboard', async (_, viewport) => {
  const { page, visit } = await openAs(viewport)
  const popup = await openPopup(page)
  await fillWindow(popup, `김${viewport.width}`)
  await page.getByText('인증했어요', { exact: true }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})

test('says what happened and what to do after a closed or a slow window', async () => {
  const { page, visit } = await openAs(computer)
  await fillWindow(await openPopup(page), '김취소', '취소')
  await page.getByText('본인인증을 마치지 않았어요', { exact: false }).waitFor()
  expect(await findViolations(page)).toEqual([])

  simulator.fault = 'error'
  // The provider's error is a 503 of the server.
  visit.allow(/503/)
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: '처음부터 다시 인증하기' }).click()
  await fillWindow(await popup, '김느림')
  await page.getByRole('button', { name: '인증 결과 다시 확인하기' }).waitFor()
  simulator.fault = null
  await page.getByRole('button', { name: '인증 결과 다시 확인하기' }).click()
  await page.getByText('인증했어요', { exact: true }).waitFor()
  await endVisit(visit)
})

test('moves the verification from another account on request', async () => {
  const first = await openAs(computer)
  await fillWindow(await openPopup(first.page), '김하나')
  await first.page.getByText('인증했어요', { exact: true }).waitFor()
  const { page, visit } = await openAs(computer)
  await fillWindow(await openPopup(page), '김하나')
  await page.getByRole('heading', { name: '다른 계정에서 이미 인증했어요' }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: '이 계정으로 옮기기' }).click()
  await page.getByText('인증했어요', { exact: true }).waitFor()
  await first.page.reload()
  await start(first.page).waitFor()
  await endVisit(first.visit)
  await endVisit(visit)
})

test('permits the hosts of the provider to this page alone', async () => {
  const policyOf = async (path: string) => {
    const { headers } = await site.world.fetch(path)
    return [headers.get('content-security-policy'), headers.get('cross-origin-opener-policy')]
  }
  const [policy, opener] = await policyOf('/mypage/adult')
  expect(policy).toContain(simulator.origin)
  expect(opener).toBe('same-origin-allow-popups')
  for (const path of ['/mypage/profile', '/', '/mypage']) {
    const [other, itsOpener] = await policyOf(path)
    expect(other).not.toContain(simulator.origin)
    expect(itsOpener).toBe('same-origin')
  }
})
