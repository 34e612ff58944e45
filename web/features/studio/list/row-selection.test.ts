import { expect, test } from 'vitest'
import {
  noSelection,
  toggleAll,
  toggleRow,
  visibleSelection,
  type Selection,
} from './row-selection.tsx'

const rows = [10, 20, 30, 40, 50]
const select = (selection: Selection, id: number, isRange = false) =>
  toggleRow(selection, rows, id, isRange)
const idsOf = ({ ids }: Selection) => [...ids].sort((a, b) => a - b)

test('toggles single rows', () => {
  const two = select(select(noSelection, 20), 40)
  expect(idsOf(two)).toEqual([20, 40])
  expect(idsOf(select(two, 20))).toEqual([40])
})

test('selects and deselects the rows between two presses, in either direction', () => {
  const range = select(select(noSelection, 40), 20, true)
  expect(idsOf(range)).toEqual([20, 30, 40])
  expect(idsOf(select(select(range, 40), 30, true))).toEqual([20])
})

test('takes a single row without an anchor, or with one that is no longer shown', () => {
  expect(idsOf(select(noSelection, 30, true))).toEqual([30])
  const elsewhere = { ids: new Set([99]), anchor: 99 }
  expect(idsOf(select(elsewhere, 30, true))).toEqual([30, 99])
})

test('selects all rows of the page, and none if all are selected', () => {
  const all = toggleAll(select(noSelection, 30), rows)
  expect(idsOf(all)).toEqual(rows)
  expect(idsOf(toggleAll(all, rows))).toEqual([])
})

test('drops rows that are no longer shown', () => {
  const selection = select(select(noSelection, 20), 50)
  expect(idsOf(visibleSelection(selection, [20, 60]))).toEqual([20])
  expect(visibleSelection(selection, rows)).toBe(selection)
})
