// hard: drags and previews of rows (15 s of CPU); catalogue.test.ts edits, and integration tests hold the rules of rows.
import { findViolations } from '#test/app/accessibility.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { endVisit, openSite, type Site } from '../site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

it('adds a row that the preview shows first, and home once it is on', async () => {
  const staff = await makeMember(site.world, { is_staff: true })
  const { rows } = await site.world.pool.query<{ title: string }>(
    `select s.title from series s join series_listings l on l.series_id = s.id and l.category_id = 0
     order by char_length(s.title) desc limit 1`,
  )
  const { title = '' } = rows[0] ?? {}
  const visit = await site.visit({ viewport: { width: 360, height: 780 } }, staff)
  const { page } = visit
  await page.goto('/studio/home-curation')
  await page.getByRole('heading', { name: '더한 줄이 없어요' }).waitFor()
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: '줄 더하기' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '제목' }).fill('연말에 몰아 보기')
  await dialog.getByRole('searchbox', { name: '작품 찾기' }).fill(title)
  await dialog.getByRole('button', { name: `‘${title}’ 넣기` }).press('Enter')
  await dialog.getByRole('button', { name: `‘${title}’ 빼기` }).waitFor()
  expect(await findViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: '저장' }).press('Enter')
  const table = page.getByRole('table', { name: '더한 줄' })
  await table.getByText('꺼 둠').waitFor()

  await page.getByRole('link', { name: '미리 보기' }).click()
  const row = page.getByRole('region', { name: '연말에 몰아 보기' })
  await row.getByRole('link', { name: title }).first().waitFor()
  await page.getByRole('checkbox', { name: '꺼 둔 줄도 보기' }).uncheck()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: '편성으로' }).click()

  await table.getByRole('button', { name: '‘연말에 몰아 보기’ 줄 고치기' }).click()
  await dialog.getByRole('switch', { name: '홈에 보이기' }).check()
  await dialog.getByRole('button', { name: '저장' }).click()
  await table.getByText('노출 중').waitFor()
  await site.world.server.flushInvalidations()
  await page.goto('/')
  await row.getByRole('link', { name: title }).first().waitFor()
  await endVisit(visit)
})

it('shows what home shows now, and orders works by drag and by button', async () => {
  const staff = await makeMember(site.world, { is_staff: true })
  const visit = await site.visit({ viewport: { width: 1440, height: 900 } }, staff)
  const { page } = visit
  await page.goto('/studio/home-curation')
  const now = page.getByRole('region', { name: '지금 홈' })
  await now.getByText('오늘의 인기 15').waitFor()
  await expect.poll(() => now.getByRole('listitem').count()).toBeGreaterThan(5)
  expect(await findViolations(page)).toEqual([])

  await page.getByRole('button', { name: '첫 화면과 오늘의 한 편 고치기' }).click()
  const dialog = page.getByRole('dialog')
  const hero = dialog.getByRole('group', { name: '첫 화면' })
  for (const title of ['달 세탁소', '막배', '종이 도시']) {
    await hero.getByRole('searchbox', { name: '작품 찾기' }).fill(title)
    await hero.getByRole('button', { name: `‘${title}’ 넣기` }).click()
  }
  const titles = async () =>
    (await hero.getByRole('button', { name: / 빼기$/ }).all()).length === 3
      ? Promise.all(
          (await hero.getByRole('button', { name: / 빼기$/ }).all()).map((button) =>
            button.getAttribute('aria-label'),
          ),
        )
      : []
  const works = hero.getByRole('list', { name: '첫 화면' }).locator('> li')
  await works.nth(2).dragTo(works.nth(0), { sourcePosition: { x: 120, y: 20 } })
  const [last, first, second] = ['종이 도시', '달 세탁소', '막배'].map((title) => `‘${title}’ 빼기`)
  await expect.poll(titles).toEqual([last, first, second])
  await hero.getByRole('button', { name: '‘막배’ 위로' }).press('Enter')
  await expect.poll(titles).toEqual([last, second, first])
  expect(await findViolations(page)).toEqual([])
  await endVisit(visit)
})
