// hard: ordering, imports, the command palette and edits by keyboard (35 s); catalogue.test.ts publishes a work.
import { endpoints } from '#contract/index.ts'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readFocus, hasFocus, findViolations } from '#test/app/accessibility.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { openSite, signIn, type Site, type Visit } from '../site.ts'

const wide = { viewport: { width: 1440, height: 900 } }

// Long journeys on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 })

let site: Site
beforeAll(async () => void (site = await openSite()), 180_000)
afterAll(() => site?.close())

async function staffAt(path: string, username: string): Promise<Visit & { staff: TestMember }> {
  const visit = await site.visit(wide)
  const staff = await makeMember(site.world, { is_staff: true, username })
  await signIn(visit, staff)
  await visit.page.goto(path)
  return { ...visit, staff }
}
/** A visible field; the other tabs of the page keep theirs hidden. */
const fieldOf = ({ page }: Pick<Visit, 'page'>, label: string | RegExp) =>
  page.getByLabel(label).filter({ visible: true })
const titleOf = (visit: Visit) => fieldOf(visit, /^제목/)

test('reorders episodes by keyboard and dragging, and previews an import', async () => {
  const { page, staff, ...visit } = await staffAt('/studio/works/import', '편도현')
  await page.setInputFiles('input[type=file]', {
    name: 'works.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      'work,kind,title,age_rating,season,episode,episode_title,price\n' +
        '골목,시리즈,골목의 세 사람,ALL,1,1,하나,0\n골목,,,,1,2,둘,0\n골목,,,,1,3,셋,비싸요\n',
    ),
  })
  await page.getByRole('heading', { name: '올리면 이렇게 돼요' }).waitFor()
  await page.getByText('숫자로 써 주세요').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: '2줄 올리기' }).press('Enter')
  await page.getByRole('heading', { name: '다 올렸어요' }).waitFor()
  await page.getByRole('link', { name: '작품 목록으로' }).click()
  await page.getByRole('link', { name: '골목의 세 사람' }).click()
  await page.getByRole('link', { name: '시즌과 회차' }).click()
  const order = () =>
    page
      .getByRole('listitem')
      .filter({ hasText: /하나|둘/ })
      .allInnerTexts()
  await page.getByRole('button', { name: '‘둘’ 위로' }).press('Enter')
  await expect.poll(async () => (await order())[0]).toContain('둘')
  await page
    .getByRole('listitem')
    .filter({ hasText: '하나' })
    .dragTo(page.getByRole('listitem').filter({ hasText: '둘' }))
  await expect.poll(async () => (await order())[0]).toContain('하나')
  const acts = async () => {
    const query = { kind: 'catalogue.episodes_reordered' }
    return (await staff.call(endpoints.studio.listAuditLog, { query })).count
  }
  // The preview comes before the import.
  await expect.poll(acts).toBe(2)
  visit.clean()
})

/** Presses Tab until the target has the focus, and requires a visible focus at every stop. */
async function tabInto(page: Page, there: Locator) {
  for (let count = 0; count < 80; count++) {
    await page.keyboard.press('Tab')
    const { seen, name } = await readFocus(page)
    expect(seen, `the focus on “${name}” is seen`).toBe(true)
    if (await there.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error('Tab does not lead there')
}

test('keeps keyboard edits of a work through a lost connection and an expired session', async () => {
  const editor = await staffAt('/studio/works', '편도현')
  const { page, staff } = editor
  await tabInto(page, page.getByRole('button', { name: '새 작품' }))
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '새 작품 만들기' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect((await readFocus(page)).name).toBe('새 작품')
  await page.keyboard.press('Enter')
  await page.keyboard.type('열두 번째 손님')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: '열두 번째 손님' }).waitFor()
  const id = Number(/works\/(\d+)/.exec(page.url())?.[1])

  const written = () => staff.call(endpoints.studio_catalogue.readWork, { params: { id } })
  const saved = page.getByText('저장했어요', { exact: true })
  await tabInto(page, fieldOf(editor, '원제'))
  await page.keyboard.type('The Twelfth Guest')
  await tabInto(page, page.getByRole('button', { name: '드라마', exact: true }))
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+s')
  await saved.first().waitFor()
  expect(await written()).toMatchObject({ title_original: 'The Twelfth Guest', category_ids: [1] })

  // An empty title is refused and gets the focus.
  const title = titleOf(editor)
  await title.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Control+s')
  editor.allow(/400/)
  await page.getByText('빨갛게 표시한 항목을', { exact: false }).waitFor()
  await hasFocus(title)
  await page.keyboard.type('열세 번째 손님')

  // Offline, the page reports it, keeps the input and saves on the next press.
  await editor.context.setOffline(true)
  editor.allow(/ERR_INTERNET_DISCONNECTED/)
  await page.keyboard.press('Control+s')
  await page.getByText('쓴 내용은 그대로 있어요.', { exact: false }).waitFor()
  await editor.context.setOffline(false)
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { level: 1, name: '열세 번째 손님' }).waitFor()

  // A failed refetch, as after returning to the tab, keeps the input.
  const refused = page.waitForResponse((response) => response.status() === 429)
  const address = `**${endpoints.studio_catalogue.readWork.path.replace('{id}', String(id))}`
  await page.route(address, (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      json: { status: 429, code: 'rate_limited', detail: '', errors: [] },
    }),
  )
  await fieldOf(editor, '원제').fill('The Thirteenth')
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await refused
  editor.allow(/429/)
  await fieldOf(editor, '원제').press('End')
  await page.keyboard.type(' Guest', { delay: 50 })
  await page.unroute(address)
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await written()).title_original).toBe('The Thirteenth Guest')

  // The second factor expires during an edit, which is still there after it is confirmed again.
  const proven = (at: string | null) =>
    site.world.pool.query('update sessions set second_factor_at = $2 where member_id = $1', [
      ...[staff.id, at],
    ])
  await fieldOf(editor, '줄거리').fill('한 시간 동안 쓴 글')
  await proven(null)
  editor.allow(/403/)
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { level: 1, name: /추가 인증/ }).waitFor()
  await proven(site.world.clock.now().toISOString())
  await page.goto(`/studio/works/${id}`)
  await page.getByText('전에 고치다 만 항목 1개를 되살렸어요').waitFor()
  await expect.poll(() => fieldOf(editor, '줄거리').inputValue()).toBe('한 시간 동안 쓴 글')
  expect(await findViolations(page)).toEqual([])

  // Another editor's changes to other fields appear without replacing this input.
  const colleague = await makeMember(site.world, { is_staff: true, username: '이가람' })
  const change = async (changes: Partial<{ title: string; synopsis: string }>) => {
    const { version } = await written()
    await colleague.call(endpoints.studio_catalogue.updateWork, {
      params: { id },
      body: { version, changes },
    })
  }
  await change({ title: '마지막 손님' })
  await page
    .getByText('이가람 님이 방금 저장한 항목을 불러왔어요: 제목', { exact: false })
    .waitFor()
  await expect.poll(() => titleOf(editor).inputValue()).toBe('마지막 손님')
  // A change of the same field is reported before saving, with a choice.
  await change({ synopsis: '동료가 쓴 글' })
  await page.getByText('이가람 님이 방금 같은 항목을 고쳐 저장했어요: 줄거리').waitFor()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('button', { name: '비교하고 고르기' }).press('Enter')
  await page.getByText('동료가 쓴 글').waitFor()
  await page.getByRole('button', { name: '이대로 저장' }).press('Enter')
  await expect.poll(async () => (await written()).synopsis).toBe('한 시간 동안 쓴 글')
  editor.clean()
})

test('opens pages from the command palette, and hides works together and back', async () => {
  const visit = await staffAt('/studio/works', '한누리')
  const { page } = visit
  await page.getByRole('table', { name: '작품' }).waitFor()
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('light')

  const palette = page.getByRole('combobox', { name: '찾기와 이동' })
  const results = page.getByRole('listbox', { name: '결과' })
  const selected = results.getByRole('option', { selected: true })
  await page.keyboard.press('Control+k')
  await palette.pressSequentially('ㅎㄷ')
  await expect.poll(() => selected.innerText()).toContain('활동 기록')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: '활동 기록' }).waitFor()

  // The last choice is first; the arrow keys, Home and End move around the list.
  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await expect.poll(() => selected.innerText()).toContain('활동 기록')
  await page.keyboard.press('End')
  await expect.poll(() => selected.innerText()).toContain('단축키 보기')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => selected.innerText()).toContain('활동 기록')
  expect(await findViolations(page)).toEqual([])
  await palette.fill('달 세탁소')
  await page.getByRole('option', { name: '달 세탁소' }).waitFor()
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: '작품', exact: true }).click()
  const boxes = page.getByRole('row').getByRole('checkbox')
  await boxes.nth(1).press('Space')
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  const bar = page.getByRole('group', { name: '고른 것에 할 일' })
  await bar.getByText('3개 골랐어요').waitFor()
  await bar.getByRole('button', { name: '숨김' }).click()
  await page.getByText('3편을 숨겼어요').waitFor()
  const rows = page.getByRole('row').filter({ hasText: '숨김' })
  await expect.poll(() => rows.count()).toBe(3)
  await page.getByRole('button', { name: '되돌리기' }).click()
  await page.getByText('3편을 되돌렸어요').waitFor()
  await expect.poll(() => rows.count()).toBe(0)
  visit.clean()
})
