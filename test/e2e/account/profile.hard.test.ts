// hard: every field of the profile (10 s of CPU); the rules have integration tests.
import { endpoints } from '#contract/index.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasFocus, tabTo, findViolations } from '#test/app/accessibility.ts'
import { codeFor, freshPhone, lastMessage } from '#test/app/guest-client.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import {
  button,
  codeField,
  dialog,
  focusName,
  openAsMember,
  phone,
  readMemberRow,
  section,
} from './profile-page.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
}, 180_000)
afterAll(() => site?.close())

test('shows long names and empty lists without overflow or violations from 320 to 1440 px', async () => {
  const username = '가나다라마바사아자차카타파하가나다라마바사아자차카타파하긴이'
  const email = `${'a-very-long-address-of-somebody'.repeat(2)}@subdomain.of-a-long-host.example.com`
  const { page, visit } = await openAsMember(site, '/mypage/profile', {
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
  }
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findViolations(page)).toEqual([])
  }
  await endVisit(visit)
})

test('changes the name by keyboard', async () => {
  const { page, visit, member } = await openAsMember(site, '/mypage/profile')
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
  expect((await readMemberRow(site, member)).username).toBe('황보 서리')
  await endVisit(visit)
})

test('changes the phone number with a code, and the password after an old sign-in', async () => {
  const { page, visit, member } = await openAsMember(site, '/mypage/profile', {
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
  await codeField(page).waitFor()
  expect(await findViolations(page)).toEqual([])
  await codeField(page).fill(await codeFor(site.world, number))
  await focusName(page).toBe('이 번호로 바꾸기')
  await page.keyboard.press('Enter')

  const reauthentication = dialog(page, '비밀번호를 확인할게요')
  await reauthentication.waitFor()
  expect(await findViolations(page)).toEqual([])
  // Cancelling keeps the input, and the change can be tried again.
  await page.keyboard.press('Escape')
  await reauthentication.waitFor({ state: 'detached' })
  await button(page, '이 번호로 바꾸기').click()
  await reauthentication.waitFor()
  await page.keyboard.type('not-the-right-one')
  await page.keyboard.press('Enter')
  await reauthentication.getByText('비밀번호가 맞지 않아요.').waitFor()
  await reauthentication.getByLabel('지금 비밀번호').fill(member.password)
  await page.keyboard.press('Enter')
  await page.getByText('휴대폰 번호를 바꿨어요').waitFor()
  await part.getByText(`010-****-${number.slice(-4)}`).waitFor()
  await focusName(page).toBe('번호 변경')
  expect((await member.call(endpoints.accounts.readMe, {})).phonenumber).toBe(number)
  expect((await lastMessage(site.world, member.email))?.subject).toContain('휴대폰')
  await endVisit(visit)
})

test('validates, uploads by picker or drop, and deletes the profile image', async () => {
  const { page, visit } = await openAsMember(site, '/mypage/profile')
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

  // By drag and drop.
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
  // The header shows the same picture.
  await page.locator('header [aria-haspopup=menu] img[src^="/images/"]').waitFor()
  await button(page, '사진 지우기').click()
  await page.getByText('프로필 사진을 지웠어요').waitFor()
  await shown.waitFor({ state: 'detached' })
  await page.locator('header [aria-haspopup=menu] svg use[href*=drawn]').waitFor()
  await endVisit(visit)
})

test('saves marketing consent optimistically, mails it, and reverts with a message on failure', async () => {
  const { page, visit, member } = await openAsMember(site, '/mypage/profile')
  const consent = page.getByRole('switch', { name: '새 작품과 이벤트 소식을 메일로 받을게요' })
  await expect.poll(() => consent.isChecked()).toBe(false)
  await consent.focus()
  await page.keyboard.press('Space')
  await page.getByText('마케팅 정보를 받기로 했어요.').waitFor()
  await expect.poll(() => consent.isChecked()).toBe(true)
  expect((await readMemberRow(site, member)).is_marketing_agreed).toBe(true)
  expect((await lastMessage(site.world, member.email))?.subject).toBe(
    '[한편] 광고 수신에 동의하셨어요',
  )

  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/api/accounts/me/', async (route) => {
    await held
    await route.abort()
  })
  visit.allow(/ERR_FAILED/)
  await consent.click()
  await expect.poll(() => consent.isChecked()).toBe(false)
  release()
  await page.getByText('바꾸지 못했어요.').waitFor()
  await expect.poll(() => consent.isChecked()).toBe(true)
  await endVisit(visit)
})

test('verifies age by phone code and date of birth, and says that no agency is involved', async () => {
  const { page, visit, member } = await openAsMember(site, '/mypage/profile#adult', { at: phone })
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
  await codeField(page).waitFor()
  await part
    .getByText(`010-****-${member.phonenumber.slice(-4)}`)
    .first()
    .waitFor()
  expect(await findViolations(page)).toEqual([])
  await codeField(page).fill(await codeFor(site.world, member.phonenumber))
  await part.getByText('만 19세가 되는 해의 1월 1일부터 성인 인증을 할 수 있어요.').waitFor()

  site.world.clock.advance(61_000)
  await born.fill('1990.3.1')
  await page.keyboard.press('Enter')
  await codeField(page).waitFor()
  await codeField(page).fill(await codeFor(site.world, member.phonenumber))
  await page.getByText('성인 인증을 마쳤어요').waitFor()
  await part.getByText('인증했어요', { exact: true }).waitFor()
  expect((await readMemberRow(site, member)).adult_verified_until).not.toBeNull()
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})
