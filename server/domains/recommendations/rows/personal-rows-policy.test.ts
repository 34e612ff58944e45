import { expect, test } from 'vitest'
import { createModelBuilder, type WorkNeighbours } from '../model/served-model.ts'
import type { WorkSignal } from '../signal-queries.ts'
import { buildRows } from './personal-rows-policy.ts'

const now = new Date('2026-05-01T12:00:00Z')
const day = 86_400_000

const all = { now, isShown: () => true }

const signal = (series_id: number, fields: Partial<WorkSignal> = {}): WorkSignal => ({
  series_id,
  at: now.getTime() - series_id * day,
  strength: 1,
  is_completed: false,
  ...fields,
})

/** Neighbours with falling weights. */
const neighbours = (
  series_id: number,
  neighbour_ids: number[],
  credit_ids: number[] = [],
): WorkNeighbours => ({
  series_id,
  neighbour_ids,
  credit_ids,
  weights: neighbour_ids.map((_, place) => 1 / (place + 1)),
})

function modelOf(...works: WorkNeighbours[]) {
  const builder = createModelBuilder()
  for (const work of works) builder.add(work)
  return builder.build()
}

const model = modelOf(
  neighbours(1, [10, 11, 12, 13, 2], [20, 21, 22, 2]),
  neighbours(2, [30, 31, 32, 33, 10]),
)

function rowsOf(signals: WorkSignal[], hidden: number[] = []) {
  return buildRows(signals, model, { now, isShown: (id) => !hidden.includes(id) })
}

test('builds rows for the taste, after a work and of its people, without known works', () => {
  expect(rowsOf([signal(1)])).toEqual([
    { kind: 'taste', because_of: null, ids: [10, 11, 12, 13, 2] },
    { kind: 'people', because_of: 1, ids: [20, 21, 22] },
  ])
})

test('has no work in two rows, and no work that was watched, liked or refused', () => {
  const many = Array.from({ length: 30 }, (_, index) => 100 + index)
  const wide = modelOf(neighbours(1, many, [100, 120, 121, 122]))
  const rows = buildRows([signal(1), signal(105, { strength: -3 })], wide, all)
  expect(rows.map(({ kind }) => kind)).toEqual(['taste', 'because'])
  const ids = rows.flatMap((row) => row.ids)
  expect(ids).toHaveLength(new Set(ids).size)
  expect(ids).not.toContain(105)
})

test('scores the latest works and leaves out all known ones', () => {
  const early = Array.from({ length: 60 }, (_, index) => signal(200 + index, { strength: 0.2 }))
  const model = modelOf(neighbours(1, [10, 11, 12, 13]), neighbours(200, [1, 11, 14, 15, 16, 17]))
  const [taste] = buildRows([...early, signal(1)], model, all)
  expect(taste!.ids).toEqual([11, 14, 15, 16, 17])
})

test('leaves out works that are not shown, and rows whose reason is not', () => {
  expect(rowsOf([signal(1)], [1, 11])).toEqual([
    { kind: 'taste', because_of: null, ids: [10, 12, 13, 2] },
  ])
})

test('leaves out short rows', () => {
  expect(rowsOf([signal(1)], [10, 11, 20, 21])).toEqual([])
})

test('recommends nothing after a work that was dropped', () => {
  expect(rowsOf([signal(1, { strength: -0.3 })])).toEqual([])
})

test('offers works again that were finished long ago, the best first', () => {
  const old = { at: now.getTime() - 100 * day, is_completed: true }
  const signals = [
    signal(40),
    signal(41, old),
    signal(42, { ...old, strength: 2 }),
    signal(43, old),
  ]
  expect(rowsOf(signals)).toEqual([{ kind: 'again', because_of: null, ids: [42, 41, 43] }])
})

test('offers works of the age group that are in no other row', () => {
  const rows = (age_group: number[]) =>
    buildRows([signal(1), signal(60)], model, { ...all, age_group }).slice(2)
  expect(rows([10, 60, 61, 1, 62, 63, 20, 64])).toEqual([
    { kind: 'age_group', because_of: null, ids: [61, 62, 63, 64] },
  ])
  expect(rows([10, 61, 62, 63])).toEqual([])
})
