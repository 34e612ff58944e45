// hard: every field of the profile (20 s of CPU); the rules have integration tests.
import { endpoints } from '#contract/index.ts'
import { createSession } from '#server/domains/accounts/index.ts'
import type { Page } from 'playwright-core'
import { TOTP } from 'otpauth'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFocus, hasFocus, tabTo, findViolations } from '#test/app/accessibility.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { codeFor, freshPhone, lastMessage } from '#test/app/guest-client.ts'
import { openSite, signIn, type Site, type Visit } from '../site.ts'

const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 180_000)
afterAll(() => site?.close())

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const codeBox = (page: Page) => page.getByLabel('인증번호', { exact: true })
const focusName = (page: Page) => expect.poll(async () => (await readFocus(page)).name)
const columnsOf = async (member: TestMember) =>
  site.world.db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow()

async function end(visit: Visit) {
  visit.clean()
  await visit.context.close()
}

/** A member's browser, at a page of his own. */
async function begin(
  path: string,
  options: {
    at?: Parameters<Site['visit']>[0]
    member?: Parameters<typeof makeMember>[1]
  } = {},
) {
  const member = await makeMember(site.world, options.member)
  const visit = await site.visit(options.at ?? wide)
  await signIn(visit, member)
  await visit.page.goto(path)
  return { member, visit, page: visit.page }
}

/** Gives the browser an authenticator that verifies its user without being asked. */
async function addVirtualAuthenticator({ context, page }: Visit) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Signs the member in on so many other devices, the last used an hour after the one before. */
async function onDevices(member: TestMember, devices: readonly string[]) {
  const now = site.world.clock.now().getTime()
  for (const [at, device] of devices.entries())
    await site.world.transact((tx) =>
      createSession(
        tx,
        member.id,
        { address: '203.0.113.7', device },
        new Date(now - (at + 1) * 3_600_000),
      ),
    )
}

test('the profile, long names and empty lists, without a fault at 360 and at 1440', async () => {
  const username = '가나다라마바사아자차카타파하가나다라마바사아자차카타파하긴이'
  const email = `${'a-very-long-address-of-somebody'.repeat(2)}@subdomain.of-a-long-host.example.com`
  const { page, visit } = await begin('/mypage/profile', {
    at: phone,
    member: { username, email },
  })
  await page.getByText('아직 추가한 패스키가 없어요.').waitFor()
  await page.getByText('이 기기에서만 로그인되어 있어요.').waitFor()
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([width, over]).toEqual([width, 0])
    if (width === 360 || width === 1440) expect(await findViolations(page)).toEqual([])
  }
  await end(visit)
})

test('by keyboard: another name', async () => {
  const { page, visit, member } = await begin('/mypage/profile')
  const name = section(page, '이름').getByLabel('이름')
  await name.focus()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('   ')
  await page.keyboard.press('Enter')
  await page.getByText('이름을 입력해 주세요.').waitFor()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('황보 서리')
  await tabTo(page, '저장')
  await page.keyboard.press('Enter')
  await page.getByText('이름을 바꿨어요').waitFor()
  // The header knows at once.
  await page.getByRole('banner').getByRole('button', { name: '황보 서리님의 메뉴' }).waitFor()
  expect((await columnsOf(member)).username).toBe('황보 서리')
  await end(visit)
})

test('another phone: its code, and the password where signing in was long ago', async () => {
  const { page, visit, member } = await begin('/mypage/profile', {
    member: { signed_in_ago: 11 * 60_000, phonenumber: '01012345678' },
  })
  visit.allow(/status of 40[03]/)
  const part = section(page, '휴대폰 번호')
  await part.getByText('010-****-5678').waitFor()
  await button(page, '번호 변경').click()
  const field = part.getByLabel('새 휴대폰 번호')
  await hasFocus(field)
  const number = freshPhone()
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await codeBox(page).waitFor()
  expect(await findViolations(page)).toEqual([])
  await codeBox(page).fill(await codeFor(site.world, number))
  await focusName(page).toBe('이 번호로 바꾸기')
  await page.keyboard.press('Enter')

  const ask = dialog(page, '비밀번호를 확인할게요')
  await ask.waitFor()
  expect(await findViolations(page)).toEqual([])
  // Thought better of it: nothing is lost, and it can be tried again.
  await page.keyboard.press('Escape')
  await ask.waitFor({ state: 'detached' })
  await button(page, '이 번호로 바꾸기').click()
  await ask.waitFor()
  await page.keyboard.type('not-the-right-one')
  await page.keyboard.press('Enter')
  await ask.getByText('비밀번호가 맞지 않아요.').waitFor()
  await ask.getByLabel('지금 비밀번호').fill(member.password)
  await page.keyboard.press('Enter')
  await page.getByText('휴대폰 번호를 바꿨어요').waitFor()
  await part.getByText(`010-****-${number.slice(-4)}`).waitFor()
  await focusName(page).toBe('번호 변경')
  expect((await member.call(endpoints.accounts.readMe, {})).phonenumber).toBe(number)
  expect((await lastMessage(site.world, member.email))?.subject).toContain('휴대폰')
  await end(visit)
})

test('a picture: chosen, dropped, too large, no picture at all, taken away', async () => {
  const { page, visit, member } = await begin('/mypage/profile')
  const part = section(page, '프로필 사진')
  const picture = await sharp({
    create: { width: 640, height: 480, channels: 3, background: '#c2561f' },
  })
    .jpeg()
    .toBuffer()
  const file = part.locator('input[type=file]')
  await file.setInputFiles({ name: '문서.pdf', mimeType: 'application/pdf', buffer: picture })
  await part.getByText('JPEG, PNG, WebP 사진만 올릴 수 있어요.').waitFor()
  await file.setInputFiles({
    name: '아주 큰 사진.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.alloc(10 * 1024 * 1024 + 1),
  })
  await part.getByText('아주 큰 사진.jpg는 10MB가 넘어요.').waitFor()
  await file.setInputFiles({
    name: '가짜.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  })
  await part.getByText('사진을 읽을 수 없어요.').waitFor()
  expect(await findViolations(page)).toEqual([])

  // Dropped.
  const transfer = await page.evaluateHandle(
    ([base64]) => {
      const bytes = Uint8Array.from(atob(base64!), (letter) => letter.charCodeAt(0))
      const dropped = new DataTransfer()
      dropped.items.add(new File([bytes], '내 사진.jpg', { type: 'image/jpeg' }))
      return dropped
    },
    [picture.toString('base64')],
  )
  await button(page, '사진 고르기').dispatchEvent('drop', { dataTransfer: transfer })
  await part.getByRole('img', { name: '고른 사진 미리 보기' }).waitFor()
  await part.getByText('내 사진.jpg').waitFor()
  expect(await findViolations(page)).toEqual([])
  await button(page, '취소').click()
  await file.setInputFiles({ name: '내 사진.jpg', mimeType: 'image/jpeg', buffer: picture })
  await button(page, '이 사진으로 바꾸기').click()
  await page.getByText('프로필 사진을 바꿨어요').waitFor()
  const shown = part.locator('img')
  await expect
    .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  expect((await columnsOf(member)).profile_image_key).not.toBeNull()
  await button(page, '사진 지우기').click()
  await page.getByText('프로필 사진을 지웠어요').waitFor()
  await shown.waitFor({ state: 'detached' })
  expect((await columnsOf(member)).profile_image_key).toBeNull()
  await end(visit)
})

test('marketing: at once, confirmed by mail, and back with a word where it failed', async () => {
  const { page, visit, member } = await begin('/mypage/profile')
  const wish = page.getByRole('switch', { name: '새 작품과 이벤트 소식을 메일로 받을게요' })
  expect(await wish.isChecked()).toBe(false)
  await wish.focus()
  await page.keyboard.press('Space')
  await page.getByText('마케팅 정보를 받기로 했어요.').waitFor()
  expect(await wish.isChecked()).toBe(true)
  expect((await columnsOf(member)).is_marketing_agreed).toBe(true)
  expect((await lastMessage(site.world, member.email))?.subject).toBe(
    '[한편] 광고 수신에 동의하셨어요',
  )

  let answer = () => {}
  const held = new Promise<void>((done) => (answer = done))
  await page.route('**/api/accounts/me/', async (route) => {
    await held
    await route.abort()
  })
  visit.allow(/ERR_FAILED/)
  await wish.click()
  await expect.poll(() => wish.isChecked()).toBe(false)
  answer()
  await page.getByText('바꾸지 못했어요.').waitFor()
  expect(await wish.isChecked()).toBe(true)
  await end(visit)
})

test('another password signs the other devices out, and this one stays', async () => {
  const { page, visit, member } = await begin('/mypage/profile', { at: phone })
  await onDevices(member, ['Safari · iPhone', 'Whale · Windows'])
  await page.reload()
  const devices = section(page, '로그인한 기기').getByRole('listitem')
  await expect.poll(() => devices.count()).toBe(3)
  await button(page, '비밀번호 변경').click()
  const part = section(page, '비밀번호')
  await part.getByLabel('새 비밀번호', { exact: true }).fill('nine-paper-boats-upstream')
  await part.getByLabel('새 비밀번호 확인').fill('nine-paper-boats')
  await button(page, '비밀번호 바꾸기').click()
  await part.getByText('두 비밀번호가 서로 달라요.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await part.getByLabel('새 비밀번호 확인').fill('nine-paper-boats-upstream')
  await page.keyboard.press('Enter')
  await page.getByText('비밀번호를 바꿨어요. 다른 기기에서는 로그아웃했어요.').waitFor()
  await expect.poll(() => devices.count()).toBe(1)
  await focusName(page).toBe('비밀번호 변경')
  await page.reload()
  await button(page, '비밀번호 변경').waitFor()
  await end(visit)
})

test('devices: ten and this one; one is signed out, then all others', async () => {
  const member = await makeMember(site.world)
  await onDevices(member, [
    ...['Safari · iPhone', 'Whale · Windows', 'Samsung Internet · Android', '', 'Edge · Mac'],
    ...['Firefox · Linux', 'Safari · iPad', 'Chrome · ChromeOS', 'Opera · Windows', 'Chrome · Mac'],
  ])
  const visit = await site.visit(phone)
  const { page } = visit
  await signIn(visit, member)
  await page.goto('/mypage/profile')
  const part = section(page, '로그인한 기기')
  const devices = part.getByRole('listitem')
  await expect.poll(() => devices.count()).toBe(11)
  await devices.filter({ hasText: '지금 쓰는 기기' }).getByText('Chrome · Linux').waitFor()
  await devices.filter({ hasText: 'Safari · iPhone' }).getByText('1시간 전 이용').waitFor()
  await part.getByText('알 수 없는 기기').waitFor()
  expect(await findViolations(page)).toEqual([])
  await button(page, 'Safari · iPhone 로그아웃').click()
  await page.getByText('Safari · iPhone에서 로그아웃했어요').waitFor()
  await expect.poll(() => devices.count()).toBe(10)
  // The button that was pressed is gone; the list has the focus.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('로그인한 기기')
  await button(page, '다른 기기 모두 로그아웃').click()
  const ask = dialog(page, '다른 기기에서 모두 로그아웃할까요?')
  await ask.getByText('지금 쓰는 기기를 뺀 9대에서').waitFor()
  await ask.getByRole('button', { name: '로그아웃' }).click()
  await page.getByText('다른 기기에서 모두 로그아웃했어요').waitFor()
  await expect.poll(() => devices.count()).toBe(1)
  await page.getByText('이 기기에서만 로그인되어 있어요.').waitFor()
  await end(visit)
})

test('adult verification: by the own phone and the date of birth, and it says so', async () => {
  const { page, visit, member } = await begin('/mypage/profile#adult', { at: phone })
  visit.allow(/status of 40[03]/)
  const part = section(page, '성인 인증')
  await part.getByText('아직 인증하지 않았어요').waitFor()
  await expect
    .poll(() => part.evaluate((node) => node.getBoundingClientRect().top < innerHeight))
    .toBe(true)
  await button(page, '성인 인증하기').click()
  await part.getByText('지금은 본인 확인 기관과 연결되어 있지 않아요.').waitFor()
  const born = part.getByLabel('생년월일')
  await born.fill('1999')
  await page.keyboard.press('Enter')
  await part.getByText('생년월일을 다시 확인해 주세요.').waitFor()
  await born.fill('20200301')
  await page.keyboard.press('Enter')
  await codeBox(page).waitFor()
  await part
    .getByText(`010-****-${member.phonenumber.slice(-4)}`)
    .first()
    .waitFor()
  expect(await findViolations(page)).toEqual([])
  await codeBox(page).fill(await codeFor(site.world, member.phonenumber))
  await part.getByText('만 19세가 되는 해의 1월 1일부터 성인 인증을 할 수 있어요.').waitFor()

  site.world.clock.advance(61_000)
  await born.fill('1990.3.1')
  await page.keyboard.press('Enter')
  await codeBox(page).waitFor()
  await codeBox(page).fill(await codeFor(site.world, member.phonenumber))
  await page.getByText('성인 인증을 마쳤어요').waitFor()
  await part.getByText('인증했어요', { exact: true }).waitFor()
  expect((await columnsOf(member)).adult_verified_until).not.toBeNull()
  expect(await findViolations(page)).toEqual([])
  await end(visit)
})

test('a passkey is added with a name, signs in, and is taken away', async () => {
  const member = await makeMember(site.world, { signed_in_ago: 11 * 60_000 })
  // A passkey is bound to a name, which 127.0.0.1 is not.
  const baseURL = site.world.origin.replace('127.0.0.1', 'localhost')
  const visit = await site.visit({ ...wide, baseURL })
  visit.allow(/status of 403/)
  const { page } = visit
  await signIn(visit, member)
  await addVirtualAuthenticator(visit)
  await page.goto('/mypage/profile')
  const part = section(page, '패스키')
  await part.getByText('아직 추가한 패스키가 없어요.').waitFor()
  await button(page, '패스키 추가').click()
  const naming = dialog(page, '패스키 이름 정하기')
  await naming.waitFor()
  expect(await findViolations(page)).toEqual([])
  await naming.getByLabel('이름').fill('  ')
  await page.keyboard.press('Enter')
  await naming.getByText('이름을 적어 주세요.', { exact: true }).waitFor()
  await naming.getByLabel('이름').fill('거실 노트북')
  await page.keyboard.press('Enter')
  await dialog(page, '비밀번호를 확인할게요').getByLabel('지금 비밀번호').fill(member.password)
  await page.keyboard.press('Enter')
  await page.getByText('패스키를 추가했어요').waitFor()
  await part.getByText('거실 노트북').waitFor()
  await part.getByText('아직 쓰지 않음').waitFor()
  expect(await findViolations(page)).toEqual([])

  // The same authenticator again.
  await button(page, '패스키 추가').click()
  await naming.getByLabel('이름').fill('또 하나')
  await page.keyboard.press('Enter')
  const asked = dialog(page, '비밀번호를 확인할게요')
  await asked.or(part.getByText('이 기기의 패스키는 이미 추가되어 있어요.')).first().waitFor()
  if (await asked.isVisible()) {
    await asked.getByLabel('지금 비밀번호').fill(member.password)
    await page.keyboard.press('Enter')
  }
  await part.getByText('이 기기의 패스키는 이미 추가되어 있어요.').waitFor()

  await page.goto('/mypage')
  await button(page, '로그아웃').click()
  await page.waitForURL((url) => url.pathname === '/')
  // The page reckons from the browser's clock; that of the world has stood still since it was opened.
  site.world.clock.set(new Date().toISOString())
  await page.goto('/accounts/login?next=/mypage/profile')
  // The field offers it by itself as well, and this authenticator may be quicker than the press.
  await Promise.all([
    page.waitForURL((url) => url.pathname === '/mypage/profile'),
    page
      .getByRole('button', { name: '패스키로 로그인' })
      .click({ timeout: 5_000 })
      .catch(() => {}),
  ])
  await part.getByText('거실 노트북').waitFor()
  await part.getByText('방금 사용').waitFor()

  await button(page, '거실 노트북 지우기').click()
  await dialog(page, '패스키를 지울까요?').getByRole('button', { name: '지우기' }).click()
  await page.getByText('패스키를 지웠어요').waitFor()
  await focusName(page).toBe('패스키 추가')
  await part.getByText('아직 추가한 패스키가 없어요.').waitFor()
  await end(visit)
})

test('a staff member proves the second factor to change passkeys, and keeps the last one', async () => {
  const member = await makeMember(site.world, { is_staff: true })
  const baseURL = site.world.origin.replace('127.0.0.1', 'localhost')
  const visit = await site.visit({ ...wide, baseURL })
  visit.allow(/status of (?:403|409|400)/)
  const { page } = visit
  await signIn(visit, member)
  const { beginAuthenticator, confirmAuthenticator } = endpoints.second_factor
  const { secret } = await member.call(beginAuthenticator, { body: {} })
  const codeNow = () =>
    new TOTP({ secret }).generate({ timestamp: site.world.clock.now().getTime() })
  const confirmed = await member.fetch(confirmAuthenticator.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code: codeNow() }),
  })
  await signIn(visit, { cookie: confirmed.headers.getSetCookie()[0]?.split(';')[0] ?? '' })
  await site.world.pool.query('update sessions set second_factor_at = null where member_id = $1', [
    member.id,
  ])
  await addVirtualAuthenticator(visit)
  await page.goto('/mypage/profile')
  const part = section(page, '패스키')
  const asking = dialog(page, '추가 인증이 필요해요')

  await button(page, '패스키 추가').click()
  await dialog(page, '패스키 이름 정하기').getByLabel('이름').fill('사무실 노트북')
  await page.keyboard.press('Enter')
  await asking.getByText(/한 번 더 확인해요/).waitFor()
  expect(await findViolations(page)).toEqual([])
  site.world.clock.advance(60_000)
  await asking.getByLabel('인증 앱의 코드 6자리').fill('000000')
  await page.keyboard.press('Enter')
  await asking.getByText('코드가 달라요').waitFor()
  await asking.getByLabel('인증 앱의 코드 6자리').fill(codeNow())
  await page.keyboard.press('Enter')
  await page.getByText('패스키를 추가했어요').waitFor()
  await part.getByText('사무실 노트북').waitFor()

  // Without the app, the passkey is the last factor.
  await site.world.pool.query('delete from authenticators where member_id = $1', [member.id])
  await button(page, '사무실 노트북 지우기').click()
  await dialog(page, '패스키를 지울까요?').getByRole('button', { name: '지우기' }).click()
  await page.getByText(/다른 수단을 먼저 추가한 뒤에 지워 주세요/).waitFor()
  await part.getByText('사무실 노트북').waitFor()
  await end(visit)
})
