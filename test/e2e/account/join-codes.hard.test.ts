// hard: wrong, late and lost codes (9 s of CPU); join.test.ts signs up.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { hasFocus, findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { codeFor, freshEmail, freshPhone, lastMessage, otherCode } from '#test/app/guest-client.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  giveConsents,
  startSignUp,
  codeBox,
  heading,
  phone,
  sendEmail,
  wide,
} from './sign-up-steps.ts'

// Signing up takes long on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 120_000)
afterAll(() => site?.close())

test('shows the attempts left after a wrong code, and accepts a code pasted within text', async () => {
  const visit = await startSignUp(site)
  const { page, context } = visit
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await giveConsents(page)
  const email = freshEmail()
  await sendEmail(page, email)
  const code = await codeFor(site.world, email)
  for (const [by, left] of [
    [1, 4],
    [2, 3],
    [3, 2],
  ] as const) {
    // Typing replaces the wrong code.
    await page.keyboard.type(otherCode(code, by))
    await page.getByText(`${left}번 더 입력할 수 있어요.`).waitFor()
    await hasFocus(codeBox(page))
    // The code that was sent by itself is not sent again.
    await page.keyboard.press('Enter')
  }
  const paste = async (text: string) => {
    await page.evaluate((words) => navigator.clipboard.writeText(words), text)
    await page.keyboard.press('Control+V')
  }
  // Pasting replaces typed digits.
  await page.keyboard.type('98')
  await paste(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.waitForURL(/\/verify/)

  const number = freshPhone()
  await page.getByRole('textbox', { name: '휴대폰 번호' }).fill(number)
  await page.keyboard.press('Enter')
  await hasFocus(codeBox(page))
  await page.keyboard.press('Enter')
  await page.getByText('인증번호 6자리를 입력해 주세요.').waitFor()
  await paste(`인증번호 ${await codeFor(site.world, number)}`)
  await page.waitForURL(/\/name/)
  visit.allow(/status of 400/)
  await endVisit(visit)
})

test('extends a code once, expires it, and offers a new one after a minute', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  // The countdown does not depend on the device clock.
  await page.clock.install({ time: new Date('2019-05-05T05:05:05Z') })
  await page.goto('/accounts/join')
  await giveConsents(page)
  const email = freshEmail()
  await sendEmail(page, email)
  const timer = page.getByRole('timer')
  await expect.poll(() => timer.innerText()).toMatch(/^(10:00|09:5\d)$/)
  await expect
    .poll(() => page.getByRole('button', { name: /^다시 받기 \(\d+초 뒤\)$/ }).isDisabled())
    .toBe(true)

  const pass = async (seconds: number) => {
    site.world.clock.advance(seconds * 1_000)
    await page.clock.fastForward(seconds * 1_000)
  }
  await pass(550)
  await page.getByText('인증번호를 입력할 수 있는 시간이 1분 남았어요.').waitFor()
  await page.getByRole('button', { name: '시간 연장' }).click()
  await expect.poll(() => timer.innerText()).toMatch(/^(10:00|09:5\d)$/)
  await expect.poll(() => page.getByRole('button', { name: '시간 연장' }).count()).toBe(0)
  await hasFocus(codeBox(page))

  await pass(601)
  await page.getByText('시간이 다 됐어요. 새 인증번호를 받아 주세요.').first().waitFor()
  await expect.poll(() => timer.innerText()).toBe('00:00')
  await page.getByRole('button', { name: '다시 받기' }).click()
  await page.getByText('새 인증번호를 보냈어요.').waitFor()
  await hasFocus(codeBox(page))
  await codeBox(page).fill(await codeFor(site.world, email))
  await page.waitForURL(/\/verify/)
  await endVisit(visit)
})

test('invalidates a code after five wrong attempts', async () => {
  const visit = await startSignUp(site, phone)
  const { page } = visit
  await giveConsents(page)
  const email = freshEmail()
  await sendEmail(page, email)
  const code = await codeFor(site.world, email)
  for (const left of [4, 3, 2, 1]) {
    await page.keyboard.type(otherCode(code, left))
    await page.getByText(`인증번호가 달라요. ${left}번 더 입력할 수 있어요.`).waitFor()
    await hasFocus(codeBox(page))
  }
  await page.keyboard.type(otherCode(code, 5))
  await page.getByText('인증번호를 여러 번 틀렸어요. 새 인증번호를 받아 주세요.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: '시간 연장' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: '확인' }).isDisabled()).toBe(true)
  expect(await codeBox(page).isEditable()).toBe(false)
  expect(await findViolations(page)).toEqual([])
  visit.allow(/status of 400/)
  await endVisit(visit)
})

test('shows the same screen for a registered address, and mails its owner a different text', async () => {
  const { email } = await makeMember(site.world)
  const screens: string[] = []
  for (const address of [freshEmail(), email]) {
    const visit = await startSignUp(site)
    await giveConsents(visit.page)
    await sendEmail(visit.page, address)
    const text = await visit.page.getByRole('main').innerText()
    screens.push(text.replace(address, '').replace(/\d\d:\d\d|\d+초/g, ''))
    await visit.page.keyboard.type('123456')
    await visit.page.getByText('4번 더 입력할 수 있어요.').waitFor()
    visit.allow(/status of 400/)
    await endVisit(visit)
  }
  expect(screens[1]).toBe(screens[0])
  expect(screens[1]).toContain(
    '이미 가입한 이메일이라면 인증번호 대신 로그인 안내 메일이 도착해요.',
  )
  expect(await codeFor(site.world, email)).toBe('')
  expect((await lastMessage(site.world, email))?.text).toContain('/accounts/login')
})

test('reports a lost connection and an unavailable server, and keeps the input', async () => {
  const visit = await startSignUp(site, phone)
  const { page, context } = visit
  // The scripts of the next steps are loaded.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await giveConsents(page)
  const field = page.getByRole('textbox', { name: '이메일' })
  const email = freshEmail()
  await field.fill(email)
  await page.getByRole('button', { name: '인증번호 받기' }).click()
  await page.getByRole('alert').getByText('서버에 연결하지 못했어요.').waitFor()
  await expect.poll(() => field.inputValue()).toBe(email)
  await context.setOffline(false)

  const down = '**/api/accounts/signup/email/'
  await page.route(down, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        type: 'about:blank',
        title: '잠시 쉬어 가고 있어요',
        status: 503,
        code: 'service_unavailable',
        detail: '서비스에 잠깐 문제가 있어요.',
        errors: [],
        request_id: 'r',
      }),
    }),
  )
  await page.getByRole('button', { name: '인증번호 받기' }).click()
  await page.getByRole('alert').getByText('서비스에 잠깐 문제가 있어요.').waitFor()
  await expect.poll(() => field.inputValue()).toBe(email)
  await page.unroute(down)

  // During a slow response, repeated presses of Enter and the button send one request.
  let calls = 0
  let answer = () => {}
  const held = new Promise<void>((done) => (answer = done))
  await page.route(down, async (route) => {
    calls++
    await held
    await route.continue()
  })
  await field.press('Enter')
  await field.press('Enter')
  const button = page.getByRole('button', { name: '인증번호 받기' })
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
  await expect.poll(() => button.isDisabled()).toBe(true)
  answer()
  await heading(page, '메일을 확인해 주세요').waitFor()
  expect(calls).toBe(1)

  // Opening a step while the server does not answer.
  await page.route('**/api/accounts/signup/', (route) => route.abort())
  await page.goto('/accounts/join/create-id')
  await page.getByText('가입을 이어 갈 수 없어요').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.unroute('**/api/accounts/signup/')
  await page.getByRole('button', { name: '다시 시도' }).click()
  await heading(page, '메일을 확인해 주세요').waitFor()
  visit.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|503|Failed to fetch manifest patches/)
  await endVisit(visit)
})
