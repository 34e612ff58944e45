// hard: a sold film paused, on two devices and bought late (35 s); the calls have integration tests.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { buyByCard, topUp } from '#test/fixtures/payments.ts'
import {
  giveConsents,
  playsBeyond,
  createPaidVideos,
  seekToEnd,
} from '#test/e2e/billing/paid-videos.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { videoElement } from './playable-episodes.ts'
import {
  filmSeconds,
  previewSeconds,
  openDevice,
  seek,
  bufferedTo,
  isPaused,
} from './paid-video-device.ts'

// The player requests the key after the preview only when playback reaches that part.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 480_000 })

let site: Site
let sold: number
beforeAll(async () => {
  site = await openSite([], { gateway: true })
  ;[sold = 0] = await createPaidVideos(site, 1, filmSeconds)
})
afterAll(() => site?.close())

/** Opens a browser context with another session of the member. */
async function otherDevice(member: TestMember) {
  const { visit, ...rest } = await openDevice(site, null)
  await visit.page.request.post('/api/accounts/login/', {
    data: { email: member.email, password: member.password },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  return { visit, ...rest }
}

const handedOut = async (member: TestMember) => {
  const { rows } = await site.world.pool.query<{ first_used_at: Date | null }>(
    `select p.first_used_at from purchases p join wallets w on w.id = p.wallet_id
     where w.member_id = $1`,
    [member.id],
  )
  return rows[0]?.first_used_at ?? null
}

test('does not start the 48 hours of a rental before playback', async ({ skip }) => {
  if (!site.plays) skip()
  const member = await makeMember(site.world)
  await buyByCard(site.world, member, sold, 2)
  const { visit, page, laterKeys } = await openDevice(site, member)
  // Browsers reject autoplay before a user gesture.
  await page.addInitScript(() => {
    HTMLMediaElement.prototype.play = () =>
      Promise.reject(new DOMException('play() needs a gesture', 'NotAllowedError'))
  })
  await page.goto(`/video/${sold}`)
  await page.locator('.player-play-overlay').waitFor()
  await expect.poll(() => bufferedTo(page)).toBeGreaterThan(previewSeconds - 1)
  expect([await isPaused(page), laterKeys, await handedOut(member)]).toEqual([true, [], null])
  await page.goto('/mypage/purchased?kind=rental')
  await page.getByText(/까지 보기 시작할 수 있고, 시작하면 48시간 동안 볼 수 있어요$/).waitFor()
  await endVisit(visit)
})

test('requests no later key for a seek beyond the preview while paused', async ({ skip }) => {
  if (!site.plays) skip()
  const member = await makeMember(site.world)
  await buyByCard(site.world, member, sold)
  const { visit, page, laterKeys } = await openDevice(site, member)
  await page.goto(`/video/${sold}`)
  await playsBeyond(page, 0.2)
  await page.keyboard.press('k')
  await expect.poll(() => isPaused(page)).toBe(true)
  await page.keyboard.press('Digit8')
  await expect
    .poll(async () => (await videoElement(page)).time)
    .toBeGreaterThan(previewSeconds + 10)
  // The player does not show that it is buffering.
  await expect.poll(() => page.locator('.player-buffering').count()).toBe(0)
  expect([laterKeys, await handedOut(member)]).toEqual([[], null])
  await page.keyboard.press('k')
  await playsBeyond(page, filmSeconds * 0.8 + 0.5)
  expect(laterKeys.length).toBeGreaterThan(0)
  await endVisit(visit)
})

test('takes a paused stream over on another device and back on play', async ({ skip }) => {
  if (!site.plays) skip()
  const member = await makeMember(site.world)
  await buyByCard(site.world, member, sold)
  const first = await openDevice(site, member)
  await first.page.goto(`/video/${sold}`)
  await playsBeyond(first.page, 0.2)
  await seek(first.page, previewSeconds - 5)
  await playsBeyond(first.page, previewSeconds - 4)
  await first.page.keyboard.press('k')
  await expect.poll(() => isPaused(first.page)).toBe(true)

  const second = await otherDevice(member)
  await second.page.goto(`/video/${sold}`)
  await playsBeyond(second.page, 0.2)
  // The first device seeks beyond its buffer while the other holds the slot.
  await first.page.keyboard.press('Digit9')
  await expect.poll(() => first.page.getByRole('alert').count()).toBe(0)

  await first.page.keyboard.press('k')
  const goOnHere = first.page.getByRole('button', { name: '여기서 이어 보기', exact: true })
  await goOnHere.click()
  await playsBeyond(first.page, filmSeconds * 0.9 + 0.3)
  await second.page.getByRole('button', { name: '여기서 이어 보기', exact: true }).waitFor()
  await expect.poll(() => isPaused(second.page)).toBe(true)
  await endVisit(first.visit, second.visit)
})

test('continues after the preview once a visitor signs in and buys', async ({ skip }) => {
  if (!site.plays) skip()
  const member = await makeMember(site.world)
  await topUp(site.world, member, 10_000)
  const { visit, page } = await openDevice(site, null)
  visit.allow(/40[12]/)
  await page.goto(`/video/${sold}`)
  await page.getByText('24초 남음').waitFor()
  await seekToEnd(page)
  await page.getByRole('heading', { name: '24초 미리보기가 끝났어요' }).waitFor()
  await page
    .getByRole('region', { name: /플레이어$/ })
    .getByRole('button', { name: /소장.*1,500원/ })
    .click()
  const login = page.getByRole('dialog', { name: '로그인' })
  await login.getByLabel('이메일').fill(member.email)
  await login.getByLabel('비밀번호', { exact: true }).fill(member.password)
  await login.getByRole('button', { name: '로그인', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: /구매$/ })
  await sheet.getByText('이 회차의 무료 미리보기는 처음 24초예요.').waitFor()
  await giveConsents(page)
  await sheet.getByRole('button', { name: '1,500P로 소장하기' }).click()
  await expect
    .poll(() => page.evaluate(() => document.querySelector('video')!.duration))
    .toBeGreaterThan(filmSeconds - 1)
  await playsBeyond(page, previewSeconds + 0.5)
  await endVisit(visit)
})
