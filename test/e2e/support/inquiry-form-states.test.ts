// hard: every state and width of the form (30 s); inquiry-form.test.ts sends one.
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFocus, findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { openSite, signIn, type Site, type Visit } from '#test/e2e/site.ts'

const wide = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }
const form = '/customer-service/inquirys/new'
const list = '/customer-service/inquirys/list'

let site: Site
let picture: Buffer
beforeAll(async () => {
  site = await openSite()
  picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#f60' } })
    .png()
    .toBuffer()
}, 180_000)
afterAll(() => site?.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: false }).first()
const title = (page: Page) => page.getByRole('textbox', { name: '제목' })
const context = (page: Page) => page.getByRole('textbox', { name: '내용' })
const kind = (page: Page) => page.getByRole('combobox', { name: '문의 유형' })
const file = (page: Page) => field(page, '첨부 파일')
const register = (page: Page) => button(page, '등록')
const at = (page: Page) => expect.poll(() => new URL(page.url()).pathname)
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('draft')))
async function end(visit: Visit) {
  visit.clean()
  await visit.context.close()
}

async function begin(path: string, options: Parameters<Site['visit']>[0] = wide) {
  const member = await makeMember(site.world)
  const visit = await site.visit(options)
  await signIn(visit, member)
  await visit.page.goto(path)
  return { member, visit, page: visit.page }
}

test('returns to the previous page on 취소, and opens at both addresses', async () => {
  const { page, visit } = await begin('/customer-service/notices')
  const tab = page.getByRole('navigation', { name: '고객센터 메뉴' })
  await tab.getByRole('link', { name: '1:1 문의' }).click()
  await at(page).toBe('/customer-service/inquirys')
  await page.getByRole('heading', { name: '어떤 도움이 필요하신가요?' }).waitFor()
  await button(page, '취소').click()
  await at(page).toBe('/customer-service/notices')
  await page.goto(`${form}?type=payment`)
  await expect.poll(() => kind(page).inputValue()).toBe('2')
  const tabs = page.getByRole('navigation', { name: '1:1 문의 메뉴' }).getByRole('link')
  expect(await tabs.allTextContents()).toEqual(['1:1 문의하기', '문의 내역'])
  await tabs.nth(1).click()
  await page.getByRole('heading', { name: '문의 내역이 없습니다' }).waitFor()
  await end(visit)
})

test('deletes the draft on 새로 쓰기 and on sign-out', async () => {
  const { page, visit } = await begin(form)
  await title(page).fill('아무에게도 보이지 않을 글')
  await expect.poll(() => kept(page)).toHaveLength(1)
  await page.reload()
  await button(page, '새로 쓰기').click()
  await expect.poll(() => kept(page)).toEqual([])
  expect(await title(page).inputValue()).toBe('')
  expect((await readFocus(page)).seen).toBe(true)
  await title(page).fill('아무에게도 보이지 않을 글')
  await expect.poll(() => kept(page)).toHaveLength(1)
  await page.getByRole('banner').getByRole('button', { name: /메뉴$/ }).click()
  await page.getByRole('menuitem', { name: '로그아웃' }).click()
  await page.getByText('로그아웃했어요').waitFor()
  expect(await kept(page)).toEqual([])
  await end(visit)
})

test('keeps the form usable when inquiry types fail to load, and loads them on retry', async () => {
  const { page, visit } = await begin('/customer-service/notices', phone)
  visit.allow(/ERR_FAILED/)
  await page.route('**/*.data*', (route) => route.abort())
  const ways = page.getByRole('navigation', { name: '고객센터 메뉴' })
  await ways.getByRole('link', { name: '1:1 문의' }).click()
  await page.getByText('문의 유형을 불러오지 못했어요.').waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
  await title(page).fill('먼저 써 둘게요')
  expect(await findViolations(page)).toEqual([])
  await page.unroute('**/*.data*')
  await button(page, '다시 시도').click()
  await kind(page).selectOption({ label: '기타' })
  await context(page).fill('이제 보내요.')
  expect(await title(page).inputValue()).toBe('먼저 써 둘게요')
  await register(page).click()
  await at(page).toBe(list)
  await end(visit)
})

test('returns a visitor to the form after signing in', async () => {
  const member = await makeMember(site.world)
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto(form)
  await at(page).toBe('/accounts/login')
  await page.getByLabel('이메일').fill(member.email)
  await page.getByLabel('비밀번호', { exact: true }).fill(member.password)
  await button(page, '로그인').click()
  await at(page).toBe(form)
  await page.getByRole('heading', { name: '어떤 도움이 필요하신가요?' }).waitFor()
  await end(visit)
})

test.each([320, 360, 768, 1440])('has no horizontal overflow at %i px', async (width) => {
  const { page, visit } = await begin(form, { viewport: { width, height: 800 } })
  const name = `${'아주-긴-이름의-화면-캡처'.repeat(8)}.png`
  await file(page).setInputFiles({ name, mimeType: 'image/png', buffer: picture })
  await title(page).fill('가'.repeat(300))
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(over).toBe(0)
  await end(visit)
})
