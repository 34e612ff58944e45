import { endpoints } from '#contract/index.ts'
import type { StudioWork, WorkFields } from '#contract/contents/staff/catalogue.ts'
import type { BulkAction } from '#contract/contents/staff/publishing.ts'
import { openTestApp, type ProblemResponseError, type TestApp } from '#test/app/test-app.ts'
import { makeMember, type TestMember } from '#test/fixtures/members.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

const { studio_catalogue: catalogue, studio_publishing: calls, studio } = endpoints

let app: TestApp
let staff: TestMember
beforeAll(async () => {
  app = await openTestApp()
  staff = await makeMember(app, { is_staff: true, username: '편도현' })
})
afterAll(() => app?.close())

const newWork = (title: string) =>
  staff.call(catalogue.createWork, {
    body: { title, is_series: true, age_rating: 'ALL', category_ids: [1] },
  })
const read = (id: number) => staff.call(catalogue.readWork, { params: { id } })
const change = (work: StudioWork, changes: Partial<WorkFields>) =>
  staff.call(catalogue.updateWork, {
    params: { id: work.id },
    body: { version: work.version, changes },
  })
const edit = async (action: BulkAction, works: readonly StudioWork[], category_id?: number) => {
  const items = works.map(({ id, version }) => ({ id, version }))
  const body = { action, items, ...(category_id === undefined ? {} : { category_id }) }
  return (await staff.call(calls.editWorks, { body })).results
}
const undo = async (entry_ids: (number | null)[]) =>
  (await staff.call(calls.undoEdits, { body: { entry_ids: entry_ids.map(Number) } })).results
const entriesOf = async (id: number) =>
  (
    await staff.call(studio.listAuditLog, {
      query: { subject_kind: 'series', subject_id: String(id) },
    })
  ).results.map(({ kind, before, after }) => ({ kind, before, after }))
const later = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString()
const errorsOf = (call: Promise<unknown>) =>
  call.then(
    () => [],
    (error: ProblemResponseError) =>
      error.problem.errors.map(({ field, code }) => `${field} ${code}`),
  )

test('publishes works with an audit log entry each, and reports those that it cannot publish', async () => {
  const [hidden, scheduled, edited] = [
    await newWork('숨긴 작품'),
    await change(await newWork('예약한 작품'), {
      is_unpublished: false,
      publish_at: later(60_000),
    }),
    await newWork('그사이 고친 작품'),
  ]
  const published = await change(await newWork('공개한 작품'), { is_unpublished: false })
  await change(edited, { title: '고친 작품' })
  const missing = { ...hidden, id: 2_147_483_000 }
  const results = await edit('publish', [hidden, edited, missing, scheduled, published])
  const [first, , , fourth] = results
  expect(results).toEqual([
    {
      id: hidden.id,
      title: '숨긴 작품',
      outcome: 'changed',
      refusal: null,
      entry_id: first?.entry_id,
    },
    {
      id: edited.id,
      title: '고친 작품',
      outcome: 'refused',
      refusal: 'edit_conflict',
      entry_id: null,
    },
    { id: missing.id, title: null, outcome: 'refused', refusal: 'not_found', entry_id: null },
    {
      id: scheduled.id,
      title: '예약한 작품',
      outcome: 'changed',
      refusal: null,
      entry_id: fourth?.entry_id,
    },
    { id: published.id, title: '공개한 작품', outcome: 'unchanged', refusal: null, entry_id: null },
  ])
  expect(await read(scheduled.id)).toMatchObject({ is_unpublished: false, publish_at: null })
  expect(await read(edited.id)).toMatchObject({ is_unpublished: true })
  expect((await entriesOf(hidden.id))[0]).toEqual({
    kind: 'catalogue.work_changed',
    before: { is_unpublished: true },
    after: { is_unpublished: false },
  })
  expect(await entriesOf(published.id)).toHaveLength(2)
})

test('does not publish a work whose end has passed', async () => {
  const work = await change(await newWork('끝난 작품'), {
    is_unpublished: false,
    unpublish_at: later(1_000),
  })
  app.clock.advance(2_000)
  expect(await edit('publish', [await read(work.id)])).toMatchObject([
    { outcome: 'refused', refusal: 'ended' },
  ])
})

test('hides works and undoes it, except where a colleague has edited the field since', async () => {
  const schedule = { is_unpublished: false, publish_at: later(3_600_000) }
  const works = [
    await change(await newWork('되돌릴 작품'), schedule),
    await change(await newWork('다시 공개한 작품'), { is_unpublished: false }),
  ]
  const hidden = await edit('hide', works)
  expect(hidden.map(({ outcome }) => outcome)).toEqual(['changed', 'changed'])
  const [first = 0, second = 0] = works.map(({ id }) => id)
  expect(await read(first)).toMatchObject({ ...schedule, is_unpublished: true })
  await change(await read(second), { is_unpublished: false })

  const undone = await undo(hidden.map(({ entry_id }) => entry_id))
  expect(undone).toMatchObject([
    { id: first, title: '되돌릴 작품', outcome: 'changed' },
    { id: second, title: '다시 공개한 작품', outcome: 'refused', refusal: 'edit_conflict' },
  ])
  expect(await read(first)).toMatchObject({ ...schedule, state: 'scheduled' })
  expect((await entriesOf(first))[0]).toMatchObject({
    kind: 'catalogue.edit_undone',
    after: { is_unpublished: false },
  })
  // An undo is an edit that can be undone.
  await undo(undone.slice(0, 1).map(({ entry_id }) => entry_id))
  expect(await read(first)).toMatchObject({ is_unpublished: true })
})

test('restores no start that has passed since', async () => {
  const work = await change(await newWork('늦게 되돌린 작품'), {
    is_unpublished: false,
    publish_at: later(1_000),
  })
  const [published] = await edit('publish', [work])
  app.clock.advance(2_000)
  expect(await undo([published?.entry_id ?? 0])).toMatchObject([
    { id: work.id, outcome: 'refused', refusal: 'in_the_past' },
  ])
  expect(await undo([2_147_483_000])).toMatchObject([{ outcome: 'refused', refusal: 'not_found' }])
})

test('adds and removes a category', async () => {
  const works = [await newWork('분류할 작품'), await newWork('이미 분류한 작품')]
  const changed = await change(works[1] ?? works[0]!, { category_ids: [1, 6] })
  const added = await edit('add_category', [works[0]!, changed], 6)
  expect(added.map(({ outcome }) => outcome)).toEqual(['changed', 'unchanged'])
  expect(await read(works[0]!.id)).toMatchObject({ category_ids: [1, 6] })
  await edit('remove_category', [await read(changed.id)], 1)
  expect(await read(changed.id)).toMatchObject({ category_ids: [6] })
  expect(await errorsOf(edit('add_category', works))).toEqual(['category_id required'])
})

test('accepts at most 100 works', async () => {
  const work = await newWork('한 작품')
  const many = Array.from({ length: 101 }, (_, index) => ({ ...work, id: index + 1 }))
  expect(await errorsOf(edit('hide', many))).toEqual(['items too_big'])
})
