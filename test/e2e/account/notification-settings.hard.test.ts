// hard: a screen of switches (5 s of CPU); integration tests hold what the switches do, notifications.test.ts the inbox.
import { endpoints } from '#contract/index.ts'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openSite, type Site } from '#test/e2e/site.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let site: Site
beforeAll(async () => {
  site = await openSite([], { catalogue: 'none' })
})
afterAll(() => site.close())

it('switches a kind off by keyboard, and keeps required mail on', async () => {
  const member = await makeMember(site.world)
  const { page, clean } = await site.visit({}, member)
  await page.goto('/mypage/notifications')
  await page.getByText('아직 알림이 없어요').waitFor()
  await page.getByRole('link', { name: '알림 설정' }).press('Enter')
  const mail = page.getByRole('switch', { name: '메일 문의 답변' })
  expect(await mail.isChecked()).toBe(true)
  await mail.press('Space')
  await expect.poll(() => mail.isChecked()).toBe(false)
  expect(await page.getByRole('switch', { name: /^메일 결제/ }).isDisabled()).toBe(true)
  await page.getByRole('switch', { name: '방해 금지 시간 쓰기' }).press('Space')
  await page.getByLabel('시작').selectOption('오후 11시')
  await expect
    .poll(() => member.call(endpoints.notifications.readNotificationSettings, {}))
    .toMatchObject({ quiet_hours: { from: 23, to: 8 } })
  const { switches } = await member.call(endpoints.notifications.readNotificationSettings, {})
  expect(switches).toContainEqual({
    kind: 'inquiry_answered',
    channel: 'email',
    is_on: false,
    is_required: false,
  })
  expect(await findViolations(page)).toEqual([])
  clean()
})
