import { notify } from '#server/domains/notifications/index.ts'
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openSite, type Site } from '#test/e2e/site.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'

let site: Site
beforeAll(async () => {
  site = await openSite([], { catalogue: 'none' })
})
afterAll(() => site.close())

let lastKey = 0
/** Notifies the account of a sign-in. */
const notifyOfDevice = ({ id }: Pick<TestMember, 'id'>, device: string) =>
  site.world.transact((tx) =>
    notify(
      tx,
      {
        kind: 'new_device',
        key: `test-${++lastKey}`,
        recipient: { member_id: id, profile_id: null },
        data: { device },
      },
      site.world.clock.now(),
    ),
  )

it('shows a notification on the bell at once, and in the inbox until it is read', async () => {
  const member = await makeMember(site.world)
  const { page, tab, clean } = await site.visit({}, member)
  await page.goto('/categories')
  const bell = (name: string, on = page) =>
    on.getByRole('banner').getByRole('link', { name, exact: true })
  await bell('알림').waitFor()
  // The page has its socket.
  await expect.poll(() => site.world.server.sockets.count, { timeout: 20_000 }).toBeGreaterThan(0)
  await notifyOfDevice(member, 'Firefox · Windows')
  await bell('알림 1개 읽지 않음').click()
  await page.waitForURL('**/mypage/notifications')
  const item = page.getByRole('main').getByRole('link', { name: /새 기기에서 로그인했어요/ })
  expect(await item.textContent()).toContain('읽지 않음')
  await notifyOfDevice(member, 'Safari · macOS')
  await expect.poll(() => item.count()).toBe(2)
  expect(await findViolations(page)).toEqual([])

  // Another tab that reads all of them updates this one.
  const other = await tab()
  await other.goto('/mypage/notifications')
  await other.getByRole('button', { name: '모두 읽음' }).click()
  await bell('알림', other).waitFor()
  await bell('알림').waitFor()

  await notifyOfDevice(member, 'Edge · Windows')
  await item.filter({ hasText: 'Edge' }).press('Enter')
  await page.waitForURL('**/mypage/profile#devices')
  await bell('알림').waitFor()
  clean()
})
