// hard: opens every page of the studio with each role (40 s of CPU); access.test.ts opens it as the owner.
import {
  hasStaffAccess,
  staffRoles,
  studioAccess,
  type StaffRole,
} from '#contract/core/staff-roles.ts'
import { endpoints } from '#contract/index.ts'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openSite, type Site } from '#test/e2e/site.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 240_000 })
const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

let site: Site
beforeAll(async () => void (site = await openSite()))
afterAll(() => site?.close())

const makeStaff = (staff_role: StaffRole, username: string) =>
  makeMember(site.world, { is_staff: true, staff_role, username })

const pages: Readonly<Record<string, keyof typeof studioAccess>> = {
  '/studio/works': 'catalogue',
  '/studio/works/import': 'catalogue',
  '/studio/works/1': 'catalogue',
  '/studio/uploads': 'catalogue',
  '/studio/home-curation': 'catalogue',
  '/studio/home-curation/preview': 'catalogue',
  '/studio/categories': 'catalogue',
  '/studio/inquiries': 'support',
  '/studio/notices': 'support',
  '/studio/reviews': 'support',
  '/studio/members': 'members',
  '/studio/pricing': 'pricing',
  '/studio/campaigns': 'marketing',
  '/studio/deletion-surveys': 'deletion_surveys',
  '/studio/recommendations': 'discovery',
  '/studio/searches': 'discovery',
  '/studio/acts': 'audit_log',
  '/studio/staff': 'staff',
  '/studio/health': 'operations',
  '/studio/settings': 'service',
}

test.each(staffRoles)('sends no refused request for %s on any page', async (role) => {
  const member = await makeMember(site.world)
  const { page, clean } = await site.visit(wide, await makeStaff(role, '박운영'))
  const refused: string[] = []
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url())
  })
  const open = async (path: string) => {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  await open('/studio')
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('현황')
  for (const [path, access] of Object.entries({
    ...pages,
    [`/studio/members/${member.id}`]: 'members' as const,
    [`/studio/members/${member.id}?part=inquiries`]: 'members' as const,
    [`/studio/members/${member.id}?part=devices`]: 'members' as const,
  })) {
    await open(path)
    const heading = await page.getByRole('heading', { level: 1 }).innerText()
    const isDenied = heading.endsWith('역할만 볼 수 있어요')
    expect(isDenied, path).toBe(!hasStaffAccess(studioAccess[access], role))
  }
  expect(refused).toEqual([])
  clean()
})

test('shows buttons only for the calls of the role', async () => {
  const member = await makeMember(site.world)
  const buttonsOf = async (role: StaffRole, path: string) => {
    const { page, context, clean } = await site.visit(wide, await makeStaff(role, '박운영'))
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    const names = await page.locator('main').getByRole('button').allInnerTexts()
    const links = await page.locator('main').getByRole('link').allInnerTexts()
    clean()
    await context.close()
    return [...names, ...links]
  }
  const path = `/studio/members/${member.id}`
  expect(await buttonsOf('finance', path)).toContain('포인트 지급')
  expect(await buttonsOf('finance', path)).not.toContain('문의')
  expect(await buttonsOf('support', path)).not.toContain('포인트 지급')
  expect(await buttonsOf('support', path)).toContain('문의')
  expect(await buttonsOf('support', `${path}?part=devices`)).toContain('모든 기기 로그아웃')
  expect(await buttonsOf('finance', `${path}?part=devices`)).not.toContain('모든 기기 로그아웃')
  expect(await buttonsOf('analyst', '/studio/searches')).toEqual([])
  expect(await buttonsOf('editor', '/studio/searches')).toContain('동의어 추가')
})

test('lets an owner change a role by keyboard on a phone, with a reason', async () => {
  const owner = await makeStaff('owner', '나소유')
  const staff = await makeStaff('support', '이가람')
  const { page, clean } = await site.visit(phone, owner)
  await page.goto('/studio/staff')
  const row = page.getByRole('row').filter({ hasText: '이가람' })
  await row.getByText('상담 담당').waitFor()
  await page.getByText('내 역할은 다른 소유자가 바꿀 수 있어요').waitFor()
  expect(await findViolations(page)).toEqual([])

  await row.getByRole('button', { name: '이가람님의 역할 바꾸기' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '이가람님의 역할 바꾸기' })
  await dialog.getByRole('button', { name: '역할 바꾸기' }).press('Enter')
  await dialog.getByText('이유를 입력해 주세요.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('radio', { name: /^정산 담당/ }).press('Space')
  await dialog.getByRole('textbox', { name: '이유' }).fill('정산 업무를 맡았어요')
  await dialog.getByRole('textbox', { name: '이유' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('정산 담당').waitFor()

  await page.goto('/studio/acts')
  const entry = page.getByRole('listitem').filter({ hasText: '운영자 역할 변경' })
  await entry.getByText('정산 업무를 맡았어요').waitFor()
  await entry.getByText('상담 담당').waitFor()
  expect(await staff.fetch('/api/studio/inquiries/').then(({ status }) => status)).toBe(403)
  clean()
})

test('shows an analyst the figures alone, and follows a change of the role', async () => {
  const owner = await makeMember(site.world, { is_staff: true })
  const analyst = await makeMember(site.world, { is_staff: true, staff_role: 'analyst' })
  const { page, clean } = await site.visit(wide, analyst)
  const menu = page.getByRole('navigation', { name: '스튜디오 메뉴' })
  await page.goto('/studio')
  await page.getByRole('heading', { name: '현황' }).waitFor()
  await expect
    .poll(() => menu.getByRole('link').allInnerTexts())
    .toEqual(['현황', '탈퇴 이유', '추천', '검색어'])

  await page.goto('/studio/works/1')
  const denied = page.getByRole('heading', { name: '이 화면은 편집자, 소유자 역할만 볼 수 있어요' })
  await denied.waitFor()
  expect(await findViolations(page)).toEqual([])

  await owner.call(endpoints.studio_staff.setRole, {
    params: { id: analyst.id },
    body: { role: 'editor', from_role: 'analyst', reason: '편성을 맡았어요' },
  })
  await denied.waitFor({ state: 'detached' })
  await menu.getByRole('link', { name: '작품' }).waitFor()
  clean()
})

test('loads no studio code on viewer pages', async () => {
  const visit = await site.visit(wide)
  const requests: string[] = []
  visit.page.on('request', (request) => requests.push(request.url()))
  await visit.page.goto('/')
  await visit.page.waitForLoadState('networkidle')
  expect(requests.length).toBeGreaterThan(5)
  expect(requests.filter((url) => url.includes('studio'))).toEqual([])
  visit.clean()
})
