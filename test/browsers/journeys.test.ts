import { sessionHintCookie } from '#contract/core/constants.ts'
import { endpoints } from '#contract/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPaidVideos, previewSeconds } from '#test/e2e/billing/paid-videos.ts'
import { makePlayable, openPages } from '#test/e2e/site.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { readMemberLedger } from '#test/fixtures/payments.ts'
import type { TestApp } from '#test/app/test-app.ts'
import { openChromium } from './chromium.ts'
import { findFirefox, openFirefox } from './firefox.ts'
import { createRemotePage, type Driver, type RemotePage } from './remote-page.ts'
import { findWebKit, openWebKit } from './webkit.ts'

// Engines differ in media, forms, focus, cookies and navigation. `test/e2e` tests the journeys themselves.

const firefox = findFirefox()
const webkit = findWebKit()
const browsers: { name: string; open: (() => Promise<Driver>) | undefined; missing: string }[] = [
  { name: 'Chromium', open: openChromium, missing: '' },
  {
    name: 'Firefox',
    open: firefox === undefined ? undefined : () => openFirefox(firefox),
    missing: 'install firefox-esr, or set FIREFOX_PATH',
  },
  {
    name: 'WebKit',
    open: webkit && (() => openWebKit(webkit)),
    missing: 'install webkit2gtk-driver, xvfb and gstreamer1.0-libav',
  },
]

let world: TestApp
let paidEpisode: number
beforeAll(async () => {
  world = await openPages([], { gateway: true, search: true })
  await makePlayable(world, [{ id: 1 }], 20, {
    captions: [
      {
        language: 'ko',
        label: '한국어',
        content: 'WEBVTT\n\n00:00.000 --> 00:20.000\n달의 밤이에요\n',
      },
    ],
  })
  const [episode = 0] = await createPaidVideos({ world }, 1)
  paidEpisode = episode
})
afterAll(() => world?.close())

for (const { name, open, missing } of browsers) {
  if (!open) console.log(`\n ${name} is not installed, its tests are skipped: ${missing}.\n`)
  describe.skipIf(!open)(name, () => {
    let page: RemotePage
    beforeAll(async () => {
      page = createRemotePage(await open!(), world.origin)
    })
    afterAll(() => page?.close())

    const signIn = (member: TestMember) =>
      page.signIn([
        { name: 'sid', value: member.cookie.replace('sid=', '') },
        { name: sessionHintCookie, value: '1' },
      ])

    test('validates the sign-in form, signs in and signs out', async () => {
      const member = await makeMember(world)
      await page.goto('/accounts/login')
      await page.press('button', '로그인')
      await page.waitForText('이메일을 입력해 주세요.')
      await page.fill('이메일', member.email)
      await page.fill('비밀번호', 'not-the-right-one')
      await page.press('button', '로그인')
      await page.waitForText('이메일이나 비밀번호가 맞지 않아요.')
      await page.fill('비밀번호', member.password)
      await page.press('button', '로그인')
      await page.waitForPath('/')
      await page.press('button', '메뉴', true)
      await page.press('button', '로그아웃')
      await page.waitFor('link', '로그인', true)
    })

    test('searches, opens a work by client-side navigation and goes back', async () => {
      await page.goto('/search')
      await page.fill('작품이나 사람 검색', '세탁소')
      await page.press('button', '검색')
      await page.waitForText('작품과 인물 1건')
      // A new document would not have the mark.
      await page.evaluate(() => void (document.documentElement.dataset['same'] = 'yes'), null)
      await page.press('link', '달 세탁소')
      await page.waitForPath('/series/1')
      await page.waitFor('heading', '달 세탁소')
      await page.evaluate(() => history.back(), null)
      await page.waitForPath('/search')
      await page.waitForText('작품과 인물 1건')
      const mark = await page.evaluate(() => document.documentElement.dataset['same'] ?? '', null)
      expect(mark).toBe('yes')
    })

    test('plays a film over several segments, and seeks', async () => {
      await page.goto('/video/1')
      await page.startFilm()
      await page.waitForTime(5)
      await page.evaluate(() => (document.querySelector('video')!.currentTime = 14), null)
      await page.waitForTime(14.5)
      const state = await page.evaluate(() => {
        const video = document.querySelector('video')!
        return { width: video.videoWidth, error: video.error?.code ?? 0 }
      }, null)
      expect(state.error).toBe(0)
      expect(state.width).toBeGreaterThan(0)
    })

    test('draws captions once, and keeps the track showing for the small window of Firefox', async () => {
      await page.goto('/video/1')
      await page.startFilm()
      await page.waitForText('달의 밤이에요')
      const { modes, visibility } = await page.evaluate(() => {
        const video = document.querySelector('video')!
        return {
          modes: [...video.textTracks].map(({ mode }) => mode),
          visibility: getComputedStyle(video, '::cue').visibility,
        }
      }, null)
      // Firefox reads the track of its window in this mode alone, and draws it into the page unless hidden.
      expect({ modes, visibility }).toMatchObject(
        name === 'Firefox' ? { modes: ['showing'], visibility: 'hidden' } : { modes: ['hidden'] },
      )
    })

    test('buys an episode in the payment window and plays past its preview', async () => {
      const member = await makeMember(world)
      await signIn(member)
      await page.goto(`/video/${paidEpisode}`)
      await page.startFilm()
      await page.waitForTime(0.5)
      await page.press('button', '500원 대여')
      await page.press('radio', '소장')
      await page.waitFor('radio', '카드')
      await page.press('checkbox', '모두 동의해요')
      await page.press('button', '1,500원 결제하기')
      await page.waitFor('heading', '결제하기')
      await page.press('button', '1,500원 결제하기')
      await page.press('link', '지금 보기')
      await page.waitForPath(`/video/${paidEpisode}`)
      await page.startFilm()
      await page.evaluate(
        (seconds) => (document.querySelector('video')!.currentTime = seconds),
        previewSeconds + 1,
      )
      await page.waitForTime(previewSeconds + 1.5)
      expect(await readMemberLedger(world, member)).toMatchObject({ won: 1_500 })
    })

    test('writes an inquiry', async () => {
      const member = await makeMember(world)
      await signIn(member)
      await page.goto('/customer-service/inquirys/new')
      await page.fill('제목', '재생이 멈춰요')
      await page.fill('내용', '첫 화를 보다가 화면이 멈췄어요. 확인해 주세요.')
      await page.evaluate(() => {
        const select = document.querySelector('select')!
        select.selectedIndex = 1
        select.dispatchEvent(new Event('input', { bubbles: true }))
        select.dispatchEvent(new Event('change', { bubbles: true }))
      }, null)
      await page.press('button', '등록')
      await page.waitForPath('/customer-service/inquirys/list')
      const { results } = await member.call(endpoints.customer_services.listInquiries, {
        query: { limit: 1 },
      })
      expect(results).toMatchObject([{ title: '재생이 멈춰요' }])
    })
  })
}
