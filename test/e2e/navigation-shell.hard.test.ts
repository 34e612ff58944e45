// hard: headers, menus and stacked dialogs (30 s); navigation.test.ts moves between pages.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFocus } from '#test/app/accessibility.ts'
import { endVisit, openSite, type Site } from './site.ts'

const wide = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' as const }
const phone = { viewport: { width: 360, height: 780 }, reducedMotion: 'reduce' as const }

let site: Site
beforeAll(async () => {
  site = await openSite([], { search: true })
}, 120_000)
afterAll(() => site?.close())

test('shows only the logo in the header of /accounts and /terms', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  for (const path of ['/accounts', '/accounts/login', '/accounts/recovery/id', '/terms/service']) {
    await page.goto(path)
    const header = page.getByRole('banner')
    await expect.poll(() => header.getByRole('link').count()).toBe(1)
    await header.getByRole('link', { name: '홈으로' }).waitFor()
    await expect.poll(() => page.getByRole('navigation', { name: '주 메뉴' }).count()).toBe(0)
  }
  for (const path of ['/', '/customer-service', '/search', '/series/1']) {
    await page.goto(path)
    const header = page.getByRole('banner')
    await header.getByRole('navigation', { name: '주 메뉴' }).waitFor()
    await header.getByRole('link', { name: '검색' }).waitFor()
    await header.getByRole('link', { name: '로그인' }).waitFor()
  }
  // It also changes on client-side navigation.
  await page.getByRole('banner').getByRole('link', { name: '로그인' }).click()
  await page.waitForURL('/accounts/login?next=%2Fseries%2F1')
  await page.getByRole('heading', { level: 1, name: '로그인' }).waitFor()
  await expect.poll(() => page.getByRole('navigation', { name: '주 메뉴' }).count()).toBe(0)
  await endVisit(visit)
})

test('shows the bottom bar on a phone and the top menu on a wide screen', async () => {
  const visit = await site.visit(phone)
  const { page } = visit
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: '아래 메뉴' })
  await expect.poll(() => page.getByRole('navigation', { name: '주 메뉴' }).isVisible()).toBe(false)
  for (const [name, path] of [
    ['카테고리', '/categories'],
    ['검색', '/search'],
    ['홈', '/'],
  ] as const) {
    const link = bar.getByRole('link', { name })
    expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    await link.click()
    await page.waitForURL(path)
    await expect.poll(() => link.getAttribute('aria-current')).toBe('page')
  }
  // Short dramas play at once, without the bar.
  await bar.getByRole('link', { name: '숏드라마' }).click()
  await page.waitForURL(/\/video\/\d+$/)
  await page.goBack()
  // The member page asks a visitor to sign in.
  await bar.getByRole('link', { name: '마이' }).click()
  await page.waitForURL('/accounts/login?next=%2Fmypage')
  await bar.waitFor({ state: 'detached' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/')
  await expect.poll(() => bar.isVisible()).toBe(false)
  await endVisit(visit)
})

test('has no horizontal overflow on a phone', async () => {
  const visit = await site.visit({ viewport: { width: 320, height: 640 } })
  const { page } = visit
  const paths = [
    '/',
    '/categories',
    '/categories/1',
    '/series/1',
    '/people/1',
    '/search?q=달',
    '/test',
  ]
  for (const path of paths) {
    await page.goto(path)
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect([path, over]).toEqual([path, 0])
  }
  await visit.context.close()
})

test('announces the title of a page opened by client-side navigation', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/')
  await page
    .getByRole('navigation', { name: '주 메뉴' })
    .getByRole('link', { name: '드라마' })
    .first()
    .click()
  await page.waitForURL('/categories/1')
  await expect.poll(() => page.getByRole('status').allInnerTexts()).toContain('드라마 | 한편')
  await endVisit(visit)
})

test('stacks dialogs, closes them by outside press and Esc unless disabled, and restores focus', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  await page.goto('/test')
  const dialogs = page.getByRole('dialog')
  const outside = () => page.mouse.click(20, 450)

  await page.getByRole('button', { name: '대화 상자 열기' }).click()
  await dialogs.waitFor()
  await dialogs.getByText('환불하면 이 회차를').click()
  await expect.poll(() => dialogs.count()).toBe(1)
  // A press that starts inside, as when selecting text, is not an outside press.
  const box = (await dialogs.boundingBox())!
  await page.mouse.move(box.x + 40, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(20, 450)
  await page.mouse.up()
  await expect.poll(() => dialogs.count()).toBe(1)
  await outside()
  await dialogs.waitFor({ state: 'detached' })
  expect((await readFocus(page)).name).toBe('대화 상자 열기')

  const firm = page.getByRole('button', { name: '바깥을 눌러도 닫히지 않는 것' })
  await firm.click()
  await dialogs.waitFor()
  await outside()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialogs.count()).toBe(1)
  await dialogs.getByRole('button', { name: '그만두기' }).click()
  await dialogs.waitFor({ state: 'detached' })
  expect((await readFocus(page)).name).toBe('바깥을 눌러도 닫히지 않는 것')

  await page.getByRole('button', { name: '두 겹 쌓기' }).click()
  await page.getByRole('heading', { name: '한 겹 위예요' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: '한 겹 위예요' }).waitFor({ state: 'detached' })
  await dialogs.getByRole('heading', { name: '정말 환불할까요?' }).waitFor()
  await page.keyboard.press('Escape')
  await dialogs.waitFor({ state: 'detached' })

  const dimmed = () =>
    dialogs.evaluate((node) => getComputedStyle(node, '::backdrop').backgroundColor)
  await page.getByRole('button', { name: '배경이 비치는 것' }).click()
  await dialogs.waitFor()
  expect(await dimmed()).toBe('rgba(0, 0, 0, 0)')
  // Navigation closes the dialogs.
  await page.goBack().catch(() => null)
  await endVisit(visit)
})
