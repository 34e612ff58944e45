// hard: headers, menus, stacked dialogs, keys and filters (50 s); navigation.test.ts moves between pages.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFocus } from '#test/app/accessibility.ts'
import { makeSeries } from '#test/fixtures/contents.ts'
import { endVisit, makePlayable, openSite, type Site } from './site.ts'

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

test('requests the routes of links when they appear, before one is pressed', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  const requests: URL[] = []
  page.on('request', (request) => requests.push(new URL(request.url())))
  await page.goto('/')
  const card = page.getByRole('region', { name: '오늘의 인기 15' }).getByRole('article').nth(2)
  const path = (await card.getByRole('link').first().getAttribute('href'))!
  const asksForCard = ({ searchParams }: URL) =>
    searchParams.get('paths')?.split(',').includes(path) ?? false
  await expect.poll(() => requests.some(asksForCard)).toBe(true)
  await page.waitForLoadState('networkidle')
  requests.length = 0
  await card.click()
  await page.getByRole('heading', { name: '이런 작품은 어때요?' }).waitFor()
  // The request for the data of the page did not wait for its route.
  const first = requests.find((url) => url.pathname === `${path}.data` || asksForCard(url))
  expect(first?.pathname).toBe(`${path}.data`)
  expect(requests.map(({ pathname }) => pathname)).not.toContain(path)
  await endVisit(visit)
})

test('filters a category by how its works can be watched, in two rows of a phone', async () => {
  const visit = await site.visit({ viewport: { width: 360, height: 800 } })
  const { page } = visit
  await page.goto('/categories/6')
  const filters = page.getByRole('region', { name: '조건' })
  const [first, last] = await Promise.all([
    filters.getByRole('link').first().boundingBox(),
    filters.getByRole('combobox').last().boundingBox(),
  ])
  expect(last!.y - first!.y).toBeLessThan(2 * first!.height)
  await expect.poll(() => filters.getByRole('link', { name: '전체' }).count()).toBe(0)
  // No work is dubbed or as old as that.
  await expect.poll(() => filters.getByRole('link', { name: '더빙' }).count()).toBe(0)
  await expect.poll(() => filters.getByRole('option', { name: '1980년대 이전' }).count()).toBe(0)
  await filters.getByRole('link', { name: '무료' }).click()
  await page.waitForURL('/categories/6?access=free')
  const answer = await site.world.fetch('/api/contents/series/?category=6&access=free')
  const { count } = (await answer.json()) as { count: number }
  expect(count).toBeGreaterThan(0)
  await page
    .getByRole('status')
    .filter({ hasText: `${count}편` })
    .first()
    .waitFor()
  await filters.getByRole('link', { name: '무료' }).click()
  await page.waitForURL('/categories/6')
  await endVisit(visit)
})

test('keeps filters and pages of a category in the address', async () => {
  const visit = await site.visit(wide)
  // More works than a page of a category has.
  for (let count = 0; count < 20; count++) await makeSeries(site.world, { category_ids: [6] })
  const { page } = visit
  await page.goto('/categories/6')
  const cards = page.getByRole('main').getByRole('article')
  await page.getByRole('link', { name: '더 보기' }).click()
  await page.waitForURL('/categories/6?page=2')
  await expect.poll(() => cards.count()).toBeGreaterThan(24)
  const all = await cards.count()

  // The second choice is made while the list of the first is loading.
  await page.getByRole('link', { name: '영화·단편' }).click()
  await page.getByLabel('관람 등급').selectOption('15세 이상 관람가')
  await page.waitForURL('/categories/6?is_series=false&age_rating=15')
  const response = await site.world.fetch(
    '/api/contents/series/?category=6&is_series=false&age_rating=15',
  )
  const { count } = (await response.json()) as { count: number }
  expect(count).toBeLessThan(all)
  await expect.poll(() => cards.count()).toBe(count)
  const narrowed = await cards.allInnerTexts()
  const status = page.getByRole('status').filter({ hasText: '편' }).first()
  await expect.poll(() => status.innerText()).toBe(`${narrowed.length}편`)
  await page.reload()
  await expect.poll(() => cards.allInnerTexts()).toEqual(narrowed)
  await expect.poll(() => page.getByLabel('관람 등급').inputValue()).toBe('15')

  await page.goto('/categories/7?age_rating=19')
  await page.getByText('조건에 맞는 작품이 없어요').waitFor()
  await page.getByRole('link', { name: '조건 지우기' }).click()
  await page.waitForURL('/categories/7')
  await expect.poll(() => cards.count()).toBeGreaterThan(0)
  await endVisit(visit)
})

test('shows the price of a paid film and sells it from its page', async () => {
  const { world } = site
  const { rows } = await world.pool.query<{ id: number; series_id: number }>(
    `update episodes set is_free = false, price = 3300, rental_price = null, in_subscription = false
     where id in (
       select e.id from episodes e join series s on s.id = e.series_id
       where not s.is_series and s.age_rating <> '19' order by e.id limit 1)
     returning id, series_id`,
  )
  const film = rows[0]!
  await makePlayable(world, [{ id: film.id }], 4)
  const { rows: assets } = await world.pool.query<{ asset_id: number }>(
    'select asset_id from episodes where id = $1',
    [film.id],
  )
  await world.workNow('encrypt_asset', { asset_id: assets[0]!.asset_id })
  const visit = await site.visit(phone)
  const { page } = visit
  await page.goto(`/series/${film.series_id}`)
  const facts = page.getByRole('main')
  await facts.getByText('3,300원', { exact: true }).waitFor()
  await facts.getByRole('link', { name: '미리보기 보기' }).waitFor()
  const buy = facts.getByRole('link', { name: '3,300원에 소장' })
  await expect.poll(() => buy.getAttribute('href')).toBe(`/video/${film.id}?buy=3`)
  await endVisit(visit)
})

test('lists the keys at `?` on a page, also as its first key, until single keys are turned off', async () => {
  const visit = await site.visit(wide)
  const { page } = visit
  const help = page.getByRole('dialog', { name: '키보드 단축키' })
  await page.goto('/')
  await page.keyboard.press('?')
  await help.getByText('옆 작품으로').waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })

  await page.goto('/search')
  const field = page.getByRole('combobox', { name: '작품이나 사람 검색' })
  await field.fill('')
  await page.keyboard.press('?')
  expect(await field.inputValue()).toBe('?')
  await field.blur()
  await page.keyboard.press('?')
  await help.getByRole('switch', { name: /단축키 사용/ }).uncheck()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done))))
  expect(await help.count()).toBe(0)
  await endVisit(visit)
})
