import { describe, expect, it } from 'vitest'
import { type Box, type Direction, nearest } from './spatial-navigation.ts'

const box = (left: number, top: number, width = 100, height = 50): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})
const go = (from: Box, direction: Direction, items: Record<string, Box>) =>
  nearest(from, Object.entries(items), direction, ([, at]) => at)?.[0]

describe('the keys of a remote', () => {
  it('move sideways within a row only', () => {
    const items = { next: box(120, 0), far: box(240, 0), below: box(60, 60) }
    expect(go(box(0, 0), 'right', items)).toBe('next')
    expect(go(box(240, 0), 'right', items)).toBeUndefined()
    expect(go(box(240, 0), 'left', items)).toBe('next')
  })

  it('move down to the next row, even where it is short', () => {
    const items = { short: box(0, 110), long: box(900, 220) }
    expect(go(box(900, 0), 'down', items)).toBe('short')
    expect(go(box(0, 110), 'up', { ...items, top: box(900, 0) })).toBe('top')
  })

  it('stay in a column beside a list with closer rows', () => {
    expect(go(box(0, 0), 'down', { column: box(0, 54), list: box(400, 52) })).toBe('column')
  })

  it('reach a button on a card, and leave it', () => {
    const card = box(0, 0, 300, 400)
    const button = box(240, 340, 50, 50)
    expect(go(card, 'down', { button })).toBeUndefined()
    expect(go(button, 'up', { card, above: box(0, -60) })).toBe('above')
  })
})
