import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findViolations } from '#test/app/accessibility.ts'
import { openAccount } from '#test/fixtures/members.ts'
import { makePlayable, watch } from '#test/fixtures/watch-history.ts'
import { endVisit, openSite, type Site } from '#test/e2e/site.ts'
import { logIn } from './sign-in-steps.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const menuOf = (page: Page, name: string) =>
  page.getByRole('banner').getByRole('button', { name: `${name}님의 메뉴` })
const pin = (page: Page) => page.getByRole('dialog').getByLabel('PIN 4자리', { exact: true })

test('asks who watches, and keeps histories of profiles apart', async () => {
  const member = await openAccount(site.world)
  await member.create({ name: '새봄', is_child: true, age_limit: '7', pin: '1234' })
  await member.create({ name: '손님', avatar: 'drawn-05' })
  const [episode_id = 0] = await makePlayable(site.world, [{}])
  await watch(site.world, member, episode_id, 300)

  const visit = await site.visit({ viewport: { width: 1440, height: 900 } })
  const { page } = visit
  // A wrong PIN, and the request for the password.
  visit.allow(/status of 40[03]|series.\d+.me/)

  // After signing in, and back to the page that was asked for.
  await page.goto('/accounts/login?next=/mypage/videos')
  await logIn(page, member)
  await page.getByRole('heading', { name: '누가 볼까요?' }).waitFor()
  await button(page, '김한편').click()
  await page.waitForURL('/mypage/videos')
  await page.getByRole('main').getByRole('article').first().waitFor()
  await page.reload()
  await menuOf(page, '김한편').waitFor()

  // One press in the menu.
  await menuOf(page, '김한편').click()
  await page.getByRole('menuitem', { name: '손님' }).click()
  await menuOf(page, '손님').waitFor()
  await page.goto('/mypage/videos')
  await page.getByText('아직 본 작품이 없어요').waitFor()

  // A locked profile by keyboard: a wrong PIN, then a forgotten one.
  await menuOf(page, '손님').click()
  await page.getByRole('menuitem', { name: '누가 볼까요?' }).click()
  const picker = page.getByRole('list', { name: '프로필' })
  await picker.getByRole('button', { name: '손님' }).focus()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await pin(page).waitFor()
  expect(await pin(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await page.keyboard.type('0000')
  await page.getByText('PIN이 맞지 않아요. 4번 더 틀리면 잠시 기다려야 해요.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await button(page, 'PIN을 잊었어요').click()
  // The form that replaces the PIN has the focus.
  await page.getByLabel('계정 비밀번호').waitFor()
  await page.keyboard.type(member.password)
  await page.getByLabel('새 PIN 4자리').fill('9876')
  await page.keyboard.press('Enter')
  await menuOf(page, '새봄').waitFor()
  await expect.poll(() => page.getByRole('banner').getByText('어린이').count()).toBe(1)

  // A children's profile is left by the password.
  await menuOf(page, '새봄').click()
  await expect.poll(() => page.getByRole('menuitem', { name: '프로필 관리' }).count()).toBe(0)
  await page.getByRole('menuitem', { name: '손님' }).click()
  await page.getByRole('dialog').getByLabel('지금 비밀번호').fill(member.password)
  await page.keyboard.press('Enter')
  await menuOf(page, '손님').waitFor()

  // The new PIN holds, and another device keeps its own profile.
  expect((await member.list()).current_id).toBe(member.profile_id)
  await page.goto('/profiles')
  await picker.getByRole('button', { name: '새봄' }).click()
  await pin(page).fill('9876')
  await menuOf(page, '새봄').waitFor()
  await endVisit(visit)
})
