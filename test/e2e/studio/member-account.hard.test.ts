// hard: what staff change of an account, seen by staff and by the member (12 s of CPU); the calls have integration tests.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { accounts } from '#contract/accounts/accounts.ts'
import { lastMessage } from '#test/app/guest-client.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openSite, type Site } from '../site.ts'

vi.setConfig({ testTimeout: 90_000, hookTimeout: 240_000 })
const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

let site: Site
beforeAll(async () => void (site = await openSite()))
afterAll(() => site?.close())

test('suspends a member by keyboard, tells the member why at the login, and restores the member', async () => {
  const { world } = site
  const staff = await makeMember(world, { is_staff: true, username: '박운영' })
  const member = await makeMember(world, { username: '김하늘' })
  const { page, clean } = await site.visit(wide, staff)
  await page.goto(`/studio/members/${member.id}?part=account`)
  await page.getByRole('button', { name: '이용 정지' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '이용을 정지할까요?' })
  await dialog.getByRole('button', { name: '이용 정지' }).press('Enter')
  await dialog.getByText('이유를 입력해 주세요.').waitFor()
  await dialog.getByText('회원에게 알릴 이유를 골라 주세요.').waitFor()
  await dialog.getByLabel('계정 보호').press('Space')
  await dialog.getByLabel('이유', { exact: false }).last().fill('모르는 기기에서 결제했대요')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByLabel('이유', { exact: false }).last().press('Enter')
  await page.getByText('계정 보호 때문에').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(await findViolations(page)).toEqual([])

  const visit = await site.visit(phone)
  visit.allow(/403/)
  await visit.page.goto('/accounts/login')
  await visit.page.getByLabel('이메일').fill(member.email)
  await visit.page.getByLabel('비밀번호', { exact: true }).fill(member.password)
  await visit.page.getByLabel('비밀번호', { exact: true }).press('Enter')
  const heading = visit.page.getByRole('heading', { name: '이용이 정지된 계정이에요' })
  await expect.poll(() => heading.evaluate((node) => node === document.activeElement)).toBe(true)
  await visit.page.getByText('계정을 보호하고 있어요').waitFor()
  expect(await findViolations(visit.page)).toEqual([])
  await visit.page.getByRole('button', { name: '다른 계정으로 로그인하기' }).press('Enter')
  await visit.page.getByLabel('이메일').waitFor()
  visit.clean()

  await page.getByRole('button', { name: '정지 풀기' }).press('Enter')
  const restoring = page.getByRole('dialog', { name: '이용 정지를 풀까요?' })
  await restoring.getByLabel('이유').fill('본인과 통화했어요')
  await restoring.getByLabel('이유').press('Enter')
  await page.getByText('이용 정지를 풀었어요').waitFor()
  await page.getByRole('button', { name: '이용 정지' }).waitFor()
  clean()
})

test('sends a link to a new address, and the member confirms it without a session', async () => {
  const { world } = site
  const staff = await makeMember(world, { is_staff: true, username: '박운영' })
  const member = await makeMember(world, { username: '김하늘' })
  const email = 'new.address@example.org'
  const { page, clean } = await site.visit(wide, staff)
  await page.goto(`/studio/members/${member.id}?part=account`)
  await page.getByRole('button', { name: '이메일 바꾸기' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '이메일을 바꿀까요?' })
  await dialog.getByLabel('새 이메일').fill(email)
  await dialog.getByLabel('이유').fill('예전 메일을 못 쓴대요')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByLabel('이유').press('Enter')
  await page.getByText('주소의 확인을').waitFor()
  expect(await findViolations(page)).toEqual([])

  const visit = await site.visit(phone)
  const mail = await lastMessage(world, email)
  const fragment = /#confirm=[\w-]{43}/.exec(mail?.text ?? '')?.[0] ?? ''
  await visit.page.goto(`/accounts/email-change${fragment}`)
  await visit.page.getByRole('heading', { name: '이 메일 주소로 바꿀까요?' }).waitFor()
  expect(await findViolations(visit.page)).toEqual([])
  await visit.page.getByRole('button', { name: '이메일 바꾸기' }).press('Enter')
  await visit.page.getByText(`이제 ${email} 주소로 로그인해 주세요.`).waitFor()
  expect(await findViolations(visit.page)).toEqual([])
  visit.clean()
  visit.allow(/400/)
  await visit.page.goto('/')
  await visit.page.goto(`/accounts/email-change${fragment}`)
  await visit.page.getByRole('button', { name: '이메일 바꾸기' }).click()
  await visit.page.getByText('쓸 수 없는 링크예요').waitFor()

  const moved = await world.call(accounts.signIn, { body: { email, password: member.password } })
  expect(moved.id).toBe(member.id)
  await page.reload()
  await page.getByRole('button', { name: '이메일 바꾸기' }).waitFor()
  clean()
})

test('offers members to change their own address', async () => {
  const member = await makeMember(site.world, { username: '김하늘' })
  const visit = await site.visit(phone, member)
  await visit.page.goto('/mypage/profile')
  await visit.page.getByRole('button', { name: '이메일 변경' }).press('Enter')
  await visit.page.getByLabel('새 이메일').fill('another@example.org')
  expect(await findViolations(visit.page)).toEqual([])
  await visit.page.getByLabel('새 이메일').press('Enter')
  await visit.page.getByText('another@example.org 주소로 링크를 보냈어요').waitFor()
  visit.clean()
})

test('shows mail that bounces to staff and to the member, who receives it again on request', async () => {
  const { world } = site
  const staff = await makeMember(world, { is_staff: true, username: '박운영' })
  const member = await makeMember(world, { username: '김하늘' })
  const now = world.clock.now()
  for (const event_id of ['1', '2'])
    await world.pool.query(
      `insert into delivery_failures (member_id, channel, kind, provider, event_id, reason, failed_at)
       values ($1, 'mail', 'bounced', 'test', $2, '5.1.1', $3)`,
      [member.id, event_id, now],
    )
  await world.pool.query(
    'update members set email_failed_at = $2, phone_failed_at = $2 where id = $1',
    [member.id, now],
  )
  const { page, clean } = await site.visit(wide, staff)
  await page.goto('/studio/members')
  await page.getByText('미도착 2').waitFor()
  await page.goto(`/studio/members/${member.id}`)
  await page.getByText('도착하지 않은 메일 2건').waitFor()
  expect(await findViolations(page)).toEqual([])
  clean()

  const visit = await site.visit(phone, member)
  await visit.page.goto('/mypage')
  await visit.page.getByRole('link', { name: '보낸 메일이나 문자가 도착하지 않아요' }).waitFor()
  await visit.page
    .getByRole('link', { name: '보낸 메일이나 문자가 도착하지 않아요' })
    .press('Enter')
  await visit.page.getByText('이 주소로 보낸 메일이 돌아와서').waitFor()
  expect(await findViolations(visit.page)).toEqual([])
  await visit.page.getByRole('button', { name: '이 주소로 다시 받기' }).press('Enter')
  await visit.page.getByText('확인 메일을 보냈어요').waitFor()
  await visit.page.getByText('이 주소로 보낸 메일이 돌아와서').waitFor({ state: 'detached' })
  visit.clean()
})

test('merges another account once both mailboxes have confirmed', async () => {
  const { world } = site
  const staff = await makeMember(world, { is_staff: true, username: '박운영' })
  const [source, target] = [
    await makeMember(world, { username: '김하늘' }),
    await makeMember(world, { username: '김하늘' }),
  ]
  const { page, clean } = await site.visit(wide, staff)
  await page.goto(`/studio/members/${target.id}?part=account`)
  await page.getByRole('button', { name: '합치기' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '다른 계정을 이 계정으로 합칠까요?' })
  await dialog.getByLabel('합치고 닫을 계정의 회원 번호').fill(String(source.id))
  await dialog.getByLabel('이유').fill('두 번 가입하셨대요')
  expect(await findViolations(page)).toEqual([])
  await dialog.getByLabel('이유').press('Enter')
  await page.getByText('닫을 계정 확인 전').waitFor()
  for (const { email } of [source, target]) {
    const visit = await site.visit(phone)
    const fragment =
      /#merge=[\w-]{43}/.exec((await lastMessage(world, email))?.text ?? '')?.[0] ?? ''
    await visit.page.goto(`/accounts/email-change${fragment}`)
    await visit.page.getByRole('button', { name: '동의하기' }).press('Enter')
    await visit.page.getByRole('heading', { name: '확인했어요' }).waitFor()
    visit.clean()
  }
  await page.reload()
  await page.getByText('남을 계정 확인됨').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: '합치기' }).press('Enter')
  const completing = page.getByRole('dialog', { name: '두 계정을 합칠까요?' })
  await completing.getByText('프로필 1개').waitFor()
  await completing.getByLabel('이유').fill('두 메일 모두 확인했어요')
  await completing.getByLabel('이유').press('Enter')
  await page.getByText('두 계정을 합쳤어요').waitFor()
  clean()
})

test('requests a disclosure, which another owner approves and the first one fetches', async () => {
  const { world } = site
  const support = await makeMember(world, { is_staff: true, staff_role: 'support' })
  const owner = await makeMember(world, { is_staff: true, username: '박운영' })
  const member = await makeMember(world, { username: '김하늘' })
  const path = `/studio/members/${member.id}?part=disclosures`
  const { page, clean } = await site.visit(wide, support)
  await page.goto(path)
  await page.getByRole('button', { name: '자료 제출 요청' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '자료 제출을 요청할까요?' })
  await dialog.getByLabel('요청한 기관').fill('서울중앙지방법원')
  await dialog.getByLabel('문서 번호').fill('2026-77')
  await dialog.getByLabel('법적 근거').fill('민사소송법 제344조')
  await dialog.getByLabel('시작일').fill('2026-01-01')
  await dialog.getByLabel('종료일').fill('2026-11-28')
  await dialog.getByLabel('가입 정보').check()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: '승인 요청하기' }).press('Enter')
  await page.getByText('승인 대기').waitFor()
  expect(await findViolations(page)).toEqual([])

  const approval = await site.visit(wide, owner)
  await approval.page.goto(path)
  await approval.page.getByRole('button', { name: '2026-77 결정하기' }).press('Enter')
  const deciding = approval.page.getByRole('dialog', { name: '자료 제출을 승인할까요?' })
  await deciding.getByRole('radio', { name: '승인' }).check()
  await deciding.getByLabel('이유').fill('문서를 확인했어요')
  await deciding.getByLabel('이유').press('Enter')
  await approval.page.getByText('승인됨').waitFor()
  approval.clean()

  await page.reload()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: '2026-77 파일 받기' }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^disclosure-\d+\.json$/)
  await page.getByText('받음', { exact: true }).waitFor()
  clean()
})
