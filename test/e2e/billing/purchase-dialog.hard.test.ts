// hard: buying by keyboard, on a slow line and after a preview (20 s of CPU); purchase.test.ts buys.
import { watch_history } from '#contract/watch-history/watch-history.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readFocus, hasFocus, tabTo, findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { readMemberLedger, buyByCard, topUp } from '#test/fixtures/payments.ts'
import { holdRequests } from '#test/e2e/delay-requests.ts'
import { endVisit, openSite, signIn, type Site } from '#test/e2e/site.ts'
import { startThrottledProxy } from '#test/e2e/throttled-proxy.ts'
import {
  giveConsents,
  playsBeyond,
  createPaidVideos,
  previewSeconds,
  seekToEnd,
} from './paid-videos.ts'

// The purchase sheet by keyboard and on a slow network, and prices of owned episodes.

vi.setConfig({ testTimeout: 90_000, hookTimeout: 240_000 })

let site: Site
let line: Awaited<ReturnType<typeof startThrottledProxy>>
let film: number
beforeAll(async () => {
  site = await openSite([], { gateway: true })
  line = await startThrottledProxy(site.world.origin)
  ;[film = 0] = await createPaidVideos(site, 1)
})
afterAll(async () => {
  line?.close()
  await site?.close()
})

const sheet = (page: Page) => page.getByRole('dialog', { name: /구매$/ })
/** The accessible name of the focused element. */
const isOn = (page: Page, name: string | RegExp) =>
  expect.poll(async () => (await readFocus(page)).name).toMatch(name)

test('rents and refunds by keyboard', async () => {
  const member = await makeMember(site.world)
  await topUp(site.world, member, 10_000)
  const visit = await site.visit()
  await signIn(visit, member)
  const { page } = visit
  await page.goto(`/video/${film}`)
  await playsBeyond(page, 0.2)
  await page.getByRole('button', { name: '500원 대여' }).press('Enter')
  const chosen = (name: string) => sheet(page).getByRole('radio', { name, exact: false })
  await hasFocus(chosen('대여'))
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => chosen('소장').isChecked()).toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => chosen('대여').isChecked()).toBe(true)
  await sheet(page).getByText('−300P').waitFor()
  await page.keyboard.press('Tab')
  expect(await chosen('포인트').evaluate((element) => element === document.activeElement)).toBe(
    true,
  )
  // Without consents the press moves the focus to the first of them.
  await page.keyboard.press('Enter')
  await page.getByText('두 가지 모두 동의해야 결제할 수 있어요.').waitFor()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await isOn(page, '유료서비스 이용약관 보기')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await isOn(page, '500P로 대여하기')
  expect(await findViolations(page)).toEqual([])
  // Without a response the focus stays on the button.
  const charge = '**/api/transactions/points/transactions/me/'
  await page.route(charge, (route) => route.abort())
  visit.allow(/ERR_FAILED/)
  await page.keyboard.press('Enter')
  await page.getByText(/서버에 연결하지 못했어요/).waitFor()
  await page.unroute(charge)
  await isOn(page, '500P로 대여하기')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: '대여했어요' }).waitFor()
  await isOn(page, '지금 보기')
  expect(await findViolations(page)).toEqual([])

  await page.goto('/mypage/purchased?kind=rental')
  // The episode is unwatched, so it is refundable.
  await site.world.pool.query(
    `update purchases p set first_used_at = null from wallets w where w.id = p.wallet_id and w.member_id = $1`,
    [member.id],
  )
  await page.reload()
  await tabTo(page, /환불$/)
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: '환불할까요?' })
  await question.getByText('이벤트 300P + 유료 200P').waitFor()
  await tabTo(page, '500P 환불받기')
  await page.keyboard.press('Enter')
  await page.getByText('이벤트 300P + 유료 200P를 돌려받았어요').waitFor()
  expect(await readMemberLedger(site.world, member)).toMatchObject({
    event_point: 300,
    paid_point: 10_000,
  })
  await endVisit(visit)
})

test('shows progress on a slow network, and buys once however often it is pressed', async () => {
  const member = await makeMember(site.world)
  await topUp(site.world, member, 10_000)
  const visit = await site.visit({ baseURL: line.origin, viewport: { width: 360, height: 780 } })
  await signIn(visit, member)
  const { page } = visit
  const posted: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/points/transactions/'))
      posted.push(request.headers()['idempotency-key'] ?? '')
  })
  // Until the balance is loaded the sheet cannot pay.
  const points = await holdRequests(page, '**/api/transactions/points/me/**')
  await page.goto(`/video/${film}?buy=3`, { timeout: 60_000 })
  await giveConsents(page)
  await expect
    .poll(() => page.getByRole('button', { name: '1,500원 결제하기' }).isDisabled())
    .toBe(true)
  points()
  const pay = page.getByRole('button', { name: '1,500P로 소장하기' })
  // The response takes long.
  const answers = await holdRequests(page, '**/api/transactions/points/transactions/**')
  await pay.click({ clickCount: 3, delay: 20 })
  await expect.poll(() => pay.getAttribute('aria-busy')).toBe('true')
  await expect.poll(() => pay.isDisabled()).toBe(true)
  await page.keyboard.press('Enter')
  await sheet(page).evaluate((element) => element.querySelector('form')?.requestSubmit())
  answers()
  await page.getByRole('heading', { name: '소장했어요' }).waitFor({ timeout: 30_000 })
  expect(posted).toHaveLength(1)
  expect(await readMemberLedger(site.world, member)).toMatchObject({
    event_point: 0,
    paid_point: 8_800,
  })
  await endVisit(visit)
})

test('shows an owned episode on its card without a price', async () => {
  const member = await makeMember(site.world)
  await buyByCard(site.world, member, film)
  await member.call(watch_history.like, { body: { content_type: 'episode', object_id: film } })
  const visit = await site.visit({}, member)
  const { page } = visit
  await page.goto('/mypage/wishlist')
  await page.getByRole('button', { name: '회차' }).click()
  const card = page.getByRole('article')
  await card.getByText('대여 500원부터').waitFor()
  // After the member’s purchases were loaded.
  await page.getByRole('link', { name: '소장·대여' }).click()
  await page.getByText('기간 제한 없이 볼 수 있어요').waitFor()
  await page.getByRole('link', { name: '찜', exact: true }).click()
  await page.getByRole('button', { name: '회차' }).click()
  await card.getByText('구매함').waitFor()
  await expect.poll(() => card.getByText(/원/).count()).toBe(0)
  // The film’s page shows no price either, before and after the playback check.
  const answer = Promise.withResolvers<void>()
  await page.route(`**/api/contents/${film}/video/`, async (route) => {
    await answer.promise
    await route.continue()
  })
  await card.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: /^\d+화 / }).waitFor()
  await expect.poll(() => page.getByText('대여 500원부터').count()).toBe(0)
  answer.resolve()
  await playsBeyond(page, 0.2)
  await expect.poll(() => page.getByText('대여 500원부터').count()).toBe(0)
  await endVisit(visit)
})

test.each([
  [360, 640],
  [1440, 700],
])(
  'shows whatever has the focus above the footer of the dialog at %d x %d',
  async (width, height) => {
    const member = await makeMember(site.world)
    const visit = await site.visit({ viewport: { width, height } })
    const { page } = visit
    await signIn(visit, member)
    await page.goto(`/video/${film}?buy=3`)
    const dialog = sheet(page)
    await dialog.getByText('0P 있어요').waitFor()
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement as HTMLElement
        const footer = document.querySelector('dialog .sticky')!
        const box = (element.closest('label') ?? element).getBoundingClientRect()
        return {
          name: element.ariaLabel ?? (element.closest('label') ?? element).textContent,
          isInFooter: footer.contains(element),
          hidden_px: box.bottom - footer.getBoundingClientRect().top,
        }
      })
    const names: (string | null)[] = []
    for (let at = await focused(); !at.isInFooter; at = await focused()) {
      expect(at.hidden_px, at.name ?? '').toBeLessThanOrEqual(0)
      expect(names).not.toContain(at.name)
      names.push(at.name)
      await page.keyboard.press('Tab')
    }
    expect(names).toContain('모두 동의해요')
    // One press gives both consents, another takes them back.
    const all = dialog.getByRole('checkbox', { name: '모두 동의해요' })
    const consents = dialog.locator('input[type=checkbox][required]')
    await all.check()
    for (const consent of await consents.all()) expect(await consent.isChecked()).toBe(true)
    await consents.first().uncheck()
    await expect.poll(() => all.isChecked()).toBe(false)
    visit.clean()
    await visit.context.close()
  },
)

test('plays on from the end of the preview after a purchase by points', async () => {
  const member = await makeMember(site.world)
  await topUp(site.world, member, 10_000)
  const visit = await site.visit({}, member)
  const { page } = visit
  await page.goto(`/video/${film}`)
  await playsBeyond(page, 0.5)
  await seekToEnd(page)
  await page.getByRole('heading', { name: '미리보기가 끝났어요' }).waitFor()
  await page
    .getByRole('button', { name: /소장.*1,500원/ })
    .first()
    .click()
  await page.getByRole('checkbox', { name: '모두 동의해요' }).check()
  await page.getByRole('button', { name: /1,500P로/ }).click()
  await page.getByRole('button', { name: '지금 보기' }).click()
  await playsBeyond(page, previewSeconds)
  // Not from the beginning: it played there for less time than the preview lasts.
  const played = await page.evaluate(() => {
    const { played: ranges } = document.querySelector('video')!
    return { start: ranges.start(0), paused: document.querySelector('video')!.paused }
  })
  expect(played.start).toBeGreaterThan(previewSeconds - 3)
  expect(played.paused).toBe(false)
  await endVisit(visit)
})
